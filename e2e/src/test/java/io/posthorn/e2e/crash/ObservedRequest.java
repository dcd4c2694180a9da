package io.posthorn.e2e.crash;

/**
 * A request as a receiver saw it.
 *
 * @param mark the unique mark of its response
 * @param life the life of the server that sent it
 * @param id the message's
 * @param status its response, whether or not it arrived
 */
record ObservedRequest(String mark, int life, String path, String id, int status, String body) {}

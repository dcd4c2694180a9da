package io.posthorn.e2e.crash;

/**
 * A request as a receiver saw it.
 *
 * @param mark what it answered, told apart from every other answer
 * @param life the life of the server that sent it
 * @param id the message's
 * @param status what it answered, whether or not that arrived
 */
record SeenRequest(String mark, int life, String path, String id, int status, String body) {}

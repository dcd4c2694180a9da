package io.posthorn.e2e.crash.reconciliation;

/**
 * A request as a receiver saw it.
 *
 * @param mark the unique mark of its response
 * @param nanoTime its arrival by the monotonic clock
 * @param from the address of the sender
 * @param life the life of the server that sent it
 * @param id the message's
 * @param sequence its number within its object; empty if it is not ordered
 * @param status its response, whether or not it arrived
 */
public record ObservedRequest(
    String mark,
    long nanoTime,
    String from,
    int life,
    String path,
    String id,
    String sequence,
    int status,
    String body) {}

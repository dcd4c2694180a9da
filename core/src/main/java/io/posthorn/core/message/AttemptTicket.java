package io.posthorn.core.message;

import io.posthorn.core.endpoint.EndpointId;

/**
 * One request on its way: goes out with it and comes back with its outcome.
 *
 * @param number 1 for the message's first attempt; attempts whose outcome was never recorded do not
 *     count
 * @param slot the slot of the schedule it is made in: 0 for the first attempt
 * @param probe whether it finds out if a disabled endpoint has healed; it uses up no slot then
 */
public record AttemptTicket(
    EndpointId endpoint,
    MessageId message,
    int number,
    int slot,
    Lane lane,
    boolean probe,
    long startedAt) {}

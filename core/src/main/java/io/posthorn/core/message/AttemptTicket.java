package io.posthorn.core.message;

import io.posthorn.core.endpoint.EndpointId;

/**
 * The identity of a request in flight: given to the sender with the request, and returned with the
 * outcome.
 *
 * @param number 1 for the message's first attempt; attempts whose outcome was never recorded do not
 *     count
 * @param slot the slot of the schedule it is made in: 0 for the first attempt
 * @param probe whether it tests if a disabled endpoint has recovered; a probe uses up no slot
 */
public record AttemptTicket(
    EndpointId endpoint,
    MessageId message,
    int number,
    int slot,
    Lane lane,
    boolean probe,
    long startedAt) {}

package io.posthorn.server.api.common;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;

/** Knows which messages have a request on its way at this moment. */
@FunctionalInterface
public interface InFlight {
  /** What callers are told of a message whose request is on its way; for the store it waits. */
  String STATUS = "inFlight";

  boolean inFlight(MessageId message);

  /** A message's status as callers see it. */
  default String status(Message message) {
    boolean flying = message.status() == MessageStatus.WAITING && inFlight(message.id());
    return flying ? STATUS : message.status().text();
  }
}

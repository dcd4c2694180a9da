package io.posthorn.server.api.common;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;

/** The messages that have a request in flight. */
@FunctionalInterface
public interface InFlight {
  /** The status of a message in flight; the store has it as waiting. */
  String STATUS = "inFlight";

  boolean inFlight(MessageId message);

  /** Returns the status of a message as the API shows it. */
  default String status(Message message) {
    boolean flying = message.status() == MessageStatus.WAITING && inFlight(message.id());
    return flying ? STATUS : message.status().text();
  }
}

package io.posthorn.server.api;

import io.posthorn.core.message.MessageId;

/** Knows which messages have a request on its way at this moment. */
@FunctionalInterface
public interface InFlight {
  boolean inFlight(MessageId message);
}

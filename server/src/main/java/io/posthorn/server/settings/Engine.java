package io.posthorn.server.settings;

/** What keeps the messages. */
public enum Engine {
  /** One process with its own store. */
  EMBEDDED,
  /** Many nodes on Kafka. */
  KAFKA
}

package io.posthorn.kafka.command;

/**
 * Kafka, or the shard behind it, did not answer in time. Whether what was asked for has happened,
 * or will, is not known: it can be tried again with the same ids.
 */
public final class UnansweredException extends RuntimeException {
  public UnansweredException(String sentence) {
    super(sentence, null, false, false);
  }

  public UnansweredException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}

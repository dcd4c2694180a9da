package io.posthorn.kafka.topic;

/** Thrown when topics cannot be used; the message is one line that says why and what to do. */
public final class TopicsException extends RuntimeException {
  public TopicsException(String sentence) {
    super(sentence);
  }

  public TopicsException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}

package io.posthorn.kafka.topic;

/** The failure of topics that cannot be used. Its message is one line: why, and what to do. */
public final class TopicsException extends RuntimeException {
  public TopicsException(String sentence) {
    super(sentence);
  }

  public TopicsException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}

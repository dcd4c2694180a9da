package io.posthorn.kafka.topic;

/** The topics are not as they must be; the message is a sentence for a person. */
public final class TopicsException extends RuntimeException {
  public TopicsException(String sentence) {
    super(sentence);
  }

  public TopicsException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}

package io.posthorn.kafka.topic;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Requests to the brokers at the start, whose errors are one line for the operator. */
final class AdminCalls {
  /** Brokers that do not respond within this time count as down. */
  static final long TIMEOUT_SECONDS = 30;

  private AdminCalls() {}

  /** A topic, or null if there is none. */
  static @Nullable TopicDescription topic(Admin admin, String name) {
    try {
      return await(admin.describeTopics(List.of(name)).topicNameValues().get(name));
    } catch (TopicsException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return null;
      }
      throw e;
    }
  }

  static Config configuration(Admin admin, ConfigResource.Type type, String name) {
    ConfigResource resource = new ConfigResource(type, name);
    return await(admin.describeConfigs(List.of(resource)).values().get(resource));
  }

  /**
   * Waits for a response.
   *
   * @throws TopicsException if there is none
   */
  static <T> T await(@Nullable KafkaFuture<T> response) {
    if (response == null) {
      throw new IllegalStateException("a request to the brokers was lost");
    }
    try {
      return response.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new TopicsException("Kafka failed: " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new TopicsException(
          "No broker of kafka.bootstrap-servers responded within %d s; check the addresses and that the brokers run."
              .formatted(TIMEOUT_SECONDS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopicsException("The start was interrupted.", e);
    }
  }
}

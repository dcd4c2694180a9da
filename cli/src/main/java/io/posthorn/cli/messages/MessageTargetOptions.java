package io.posthorn.cli.messages;

import io.posthorn.client.request.MessageFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select messages by endpoint, subscription and object; all must match. */
final class MessageTargetOptions {
  @Option(names = "--endpoint", paramLabel = "ID", description = "Only messages to this endpoint.")
  private @Nullable String endpoint;

  @Option(
      names = "--subscription",
      paramLabel = "ID",
      description = "Only messages of this subscription.")
  private @Nullable String subscription;

  @Option(names = "--obj-id", paramLabel = "ID", description = "Only messages about this object.")
  private @Nullable String objId;

  boolean isAnySet() {
    return endpoint != null || subscription != null || objId != null;
  }

  MessageFilter.Builder filter() {
    return MessageFilter.builder().endpoint(endpoint).subscription(subscription).objId(objId);
  }
}

package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Something for the shard, on its way through the inbox. */
sealed interface InboxItem {

  /** Events of one call. They get their keys when their turn comes. */
  record Events(
      long request, List<Matched> events, IntakeLoad load, CompletableFuture<Reply> answer)
      implements InboxItem {}

  /** An event with the subscriptions that want it. */
  record Matched(Event event, List<SubscriptionId> subscriptions) {}

  /** A command that somebody waits for. */
  record CommandItem(long request, Command command, CompletableFuture<Reply> answer)
      implements InboxItem {}

  /** What became of a request. */
  record Result(AttemptTicket ticket, Outcome outcome) implements InboxItem {}
}

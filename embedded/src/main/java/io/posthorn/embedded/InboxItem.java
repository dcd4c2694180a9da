package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An item of the inbox: input for the shard. */
sealed interface InboxItem {

  /** The events of one call. They get their keys in their turn. */
  record Events(long request, List<Matched> events, IntakeLoad load, CompletableFuture<Reply> reply)
      implements InboxItem {}

  /** An event with its matching subscriptions. */
  record Matched(Event event, List<SubscriptionId> subscriptions) {}

  /** A command with a waiting caller. */
  record CommandItem(long request, Command command, CompletableFuture<Reply> reply)
      implements InboxItem {}

  /** The outcome of a request. */
  record Result(AttemptTicket ticket, Outcome outcome) implements InboxItem {}

  /** The result of a request for an access token. */
  record Token(TokenTicket ticket, TokenResult result) implements InboxItem {}
}

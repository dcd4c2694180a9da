package io.posthorn.server.console;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.engine.EffectListener;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The broadcaster of changes: passes those of the shards on to the live streams of each customer.
 * Without streams, a change costs one check of an empty list.
 */
public final class LiveBroadcaster implements EffectListener, AutoCloseable {
  /** Each stream takes a connection and a sleeping thread. */
  static final int MOST = 500;

  private final CopyOnWriteArrayList<LiveSubscription> feeds = new CopyOnWriteArrayList<>();
  private boolean closed;

  /** Opens a feed; empty if there are too many already. */
  synchronized Optional<LiveSubscription> open(String customerId) {
    if (closed || feeds.size() >= MOST) {
      return Optional.empty();
    }
    LiveSubscription feed = new LiveSubscription(customerId);
    feeds.add(feed);
    return Optional.of(feed);
  }

  boolean isFull() {
    return feeds.size() >= MOST;
  }

  void leave(LiveSubscription feed) {
    feeds.remove(feed);
  }

  int listeners() {
    return feeds.size();
  }

  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    EndpointId endpoint = effect.attempt().endpoint();
    boolean success = effect.attempt().outcome().success();
    notify(effect.customerId(), feed -> feed.attempt(endpoint, success));
  }

  @Override
  public void messageEnded(Effect.MessageEnded effect) {
    notify(effect.customerId(), feed -> feed.ended(effect.endpoint()));
  }

  @Override
  public void endpointChanged(Effect.EndpointChanged effect) {
    notify(effect.customerId(), feed -> feed.changed(effect.endpoint(), effect.change().text()));
  }

  private void notify(String customerId, Consumer<LiveSubscription> change) {
    for (LiveSubscription feed : feeds) {
      if (feed.customerId().equals(customerId)) {
        change.accept(feed);
      }
    }
  }

  /** Ends all streams, so that the server can stop. */
  @Override
  public synchronized void close() {
    closed = true;
    feeds.forEach(LiveSubscription::close);
  }
}

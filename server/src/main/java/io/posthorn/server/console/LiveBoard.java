package io.posthorn.server.console;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.engine.EffectListener;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Passes changes in the shards on to the live streams of each customer. Without streams, a change
 * costs one look at an empty list.
 */
public final class LiveBoard implements EffectListener, AutoCloseable {
  /** Each stream takes a connection and a sleeping thread. */
  static final int MOST = 500;

  private final CopyOnWriteArrayList<LiveFeed> feeds = new CopyOnWriteArrayList<>();
  private boolean closed;

  /** Opens a feed; empty if there are too many already. */
  synchronized Optional<LiveFeed> open(String customerId) {
    if (closed || feeds.size() >= MOST) {
      return Optional.empty();
    }
    LiveFeed feed = new LiveFeed(customerId);
    feeds.add(feed);
    return Optional.of(feed);
  }

  boolean isFull() {
    return feeds.size() >= MOST;
  }

  void leave(LiveFeed feed) {
    feeds.remove(feed);
  }

  int listeners() {
    return feeds.size();
  }

  @Override
  public void attemptRecorded(Effect.AttemptRecorded effect) {
    EndpointId endpoint = effect.attempt().endpoint();
    boolean success = effect.attempt().outcome().success();
    tell(effect.customerId(), feed -> feed.attempt(endpoint, success));
  }

  @Override
  public void messageEnded(Effect.MessageEnded effect) {
    tell(effect.customerId(), feed -> feed.ended(effect.endpoint()));
  }

  @Override
  public void endpointChanged(Effect.EndpointChanged effect) {
    tell(effect.customerId(), feed -> feed.changed(effect.endpoint(), effect.change().text()));
  }

  private void tell(String customerId, Consumer<LiveFeed> news) {
    for (LiveFeed feed : feeds) {
      if (feed.customerId().equals(customerId)) {
        news.accept(feed);
      }
    }
  }

  /** Ends all streams, so that the server can stop. */
  @Override
  public synchronized void close() {
    closed = true;
    feeds.forEach(LiveFeed::close);
  }
}

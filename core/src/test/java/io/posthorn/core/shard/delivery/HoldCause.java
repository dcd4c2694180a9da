package io.posthorn.core.shard.delivery;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import java.util.List;
import java.util.stream.Stream;

/** The three ways in which an endpoint holds its messages, each on a stage of its own. */
public enum HoldCause {
  DISABLED,
  FROZEN,
  PAUSED;

  private Rules rules() {
    return switch (this) {
      case DISABLED -> ShardFixture.disablingAfter(3);
      case FROZEN -> ShardFixture.freezingAfter(3);
      case PAUSED -> Rules.DEFAULT;
    };
  }

  /** A stage with one subscription whose endpoint is enabled yet. */
  public ShardFixture open() {
    ShardFixture stage = new ShardFixture(rules());
    stage.subscribe(ShardFixture.URL);
    return stage;
  }

  /** Makes the endpoint hold its messages; what that took is out of the way again. */
  void begin(ShardFixture stage) {
    if (this == PAUSED) {
      stage.pause(ShardFixture.URL);
      return;
    }
    List<EventKey> victims = Stream.generate(stage::post).limit(3).toList();
    victims.forEach(victim -> stage.fail());
    victims.forEach(stage::cancel);
  }

  /** A stage whose endpoint holds its messages, of which there are none yet. */
  public ShardFixture held() {
    ShardFixture stage = open();
    begin(stage);
    return stage;
  }
}

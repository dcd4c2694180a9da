package io.posthorn.core.shard.circuit;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Rules;
import java.util.List;
import java.util.stream.Stream;

/** The three ways in which an endpoint holds its messages, each on a fixture of its own. */
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

  /** A fixture with one subscription whose endpoint is enabled yet. */
  public ShardFixture open() {
    ShardFixture fixture = new ShardFixture(rules());
    fixture.subscribe(ShardFixture.URL);
    return fixture;
  }

  /** Makes the endpoint hold its messages; what that took is out of the way again. */
  public void begin(ShardFixture fixture) {
    if (this == PAUSED) {
      fixture.pause(ShardFixture.URL);
      return;
    }
    List<EventKey> victims = Stream.generate(fixture::post).limit(3).toList();
    victims.forEach(victim -> fixture.fail());
    victims.forEach(fixture::cancel);
  }

  /** A fixture whose endpoint holds its messages, of which there are none yet. */
  public ShardFixture held() {
    ShardFixture fixture = open();
    begin(fixture);
    return fixture;
  }
}

package io.posthorn.core.shard;

import io.posthorn.core.event.EventKey;
import java.util.List;
import java.util.stream.Stream;

/** The three ways in which an endpoint holds its messages, each on a stage of its own. */
enum Hold {
  DISABLED,
  FROZEN,
  PAUSED;

  private Rules rules() {
    return switch (this) {
      case DISABLED -> Stage.disablingAfter(3);
      case FROZEN -> Stage.freezingAfter(3);
      case PAUSED -> Rules.DEFAULT;
    };
  }

  /** A stage with one subscription whose endpoint is enabled yet. */
  Stage open() {
    Stage stage = new Stage(rules());
    stage.subscribe(Stage.URL);
    return stage;
  }

  /** Makes the endpoint hold its messages; what that took is out of the way again. */
  void begin(Stage stage) {
    if (this == PAUSED) {
      stage.pause(Stage.URL);
      return;
    }
    List<EventKey> victims = Stream.generate(stage::post).limit(3).toList();
    victims.forEach(victim -> stage.fail());
    victims.forEach(stage::cancel);
  }

  /** A stage whose endpoint holds its messages, of which there are none yet. */
  Stage held() {
    Stage stage = open();
    begin(stage);
    return stage;
  }
}

package io.posthorn.server.routes;

import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import io.posthorn.sender.StaticHeaders;
import java.util.Map;
import java.util.Optional;

/** Checks static headers against the rules of the sender. */
final class StaticHeaderCheck {
  private StaticHeaderCheck() {}

  static Optional<String> reason(String name, String value) {
    try {
      var _ = StaticHeaders.of(new JsonObject(Map.of(name, new JsonText(value))));
      return Optional.empty();
    } catch (InvalidInputException e) {
      return Optional.of(e.errors().getFirst().detail());
    }
  }
}

package io.posthorn.server.api;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code GET /endpoints}: in the order of their ids, which new endpoints do not disturb. */
final class EndpointListing {
  /** How many endpoints one page may look at, whatever few of them are meant. */
  private static final int EXAMINED = 10_000;

  private static final int STEP = 500;

  private final Engine engine;
  private final CircuitRules rules;
  private final Clock clock;

  EndpointListing(Engine engine, CircuitRules rules, Clock clock) {
    this.engine = engine;
    this.rules = rules;
    this.clock = clock;
  }

  private record Wish(
      String customerId,
      @Nullable CircuitState state,
      @Nullable Boolean paused,
      String text,
      int limit) {
    boolean means(EndpointView endpoint) {
      return (state == null || state == endpoint.state())
          && (paused == null || paused == endpoint.paused())
          && (text.isEmpty()
              || endpoint.url().text().toLowerCase(Locale.ROOT).contains(text)
              || endpoint.id().toString().toLowerCase(Locale.ROOT).equals(text));
    }
  }

  Answer answer(Call call) {
    Queries queries = new Queries(call);
    CircuitState state =
        queries.read("status", EndpointListing::state, "must be enabled, disabled or frozen.");
    Boolean paused = queries.read("paused", EndpointListing::flag, "must be true or false.");
    EndpointId behind =
        queries.read("cursor", EndpointId::parse, "must be the nextCursor of the page before.");
    Boolean series = queries.read("series", EndpointListing::flag, "must be true or false.");
    queries.done();
    String text = queries.text("q").orElse("").strip().toLowerCase(Locale.ROOT);
    Wish wish = new Wish(call.customer(), state, paused, text, call.limit());
    Unreached unreached = new Unreached();
    List<EndpointView> found = new ArrayList<>();
    EndpointId next = collect(unreached, wish, behind, found);
    Listing.Row<EndpointView> row =
        Boolean.TRUE.equals(series)
            ? new LastHour(engine, unreached, wish.customerId(), clock.millis())::fields
            : EndpointJson::fields;
    return Listing.of(found, next == null ? null : next.toString(), row, unreached);
  }

  /** Collects a page; says where the next one begins, or null where there is none. */
  private @Nullable EndpointId collect(
      Unreached unreached, Wish wish, @Nullable EndpointId behind, List<EndpointView> found) {
    long now = clock.millis();
    EndpointId last = behind;
    for (int examined = 0; examined < EXAMINED; examined += STEP) {
      EndpointId from = last;
      List<EndpointView> some =
          engine.read(
              unreached,
              view -> new EndpointReader(view, rules).list(wish.customerId(), from, STEP, now));
      for (EndpointView endpoint : some) {
        if (found.size() == wish.limit()) {
          return last;
        }
        last = endpoint.id();
        if (wish.means(endpoint)) {
          found.add(endpoint);
        }
      }
      if (some.size() < STEP) {
        return null;
      }
    }
    return last;
  }

  private static Optional<CircuitState> state(String text) {
    return Arrays.stream(CircuitState.values()).filter(s -> s.text().equals(text)).findFirst();
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}

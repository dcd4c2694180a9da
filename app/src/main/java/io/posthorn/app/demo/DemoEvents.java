package io.posthorn.app.demo;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A deterministic stream of events, as a work management platform would post them. */
final class DemoEvents {
  private static final long SEED = 20261115;
  private static final List<String> TASKS =
      List.of(
          "Write the press release",
          "Order the banners",
          "Book the hall",
          "Check the invoices",
          "Call the printer",
          "Plan the second quarter");
  private static final List<String> USERS = List.of("ada", "grace", "linus", "edsger", "barbara");
  private static final List<String> STATES = List.of("NEW", "INP", "CPL");

  private final Random random = new Random(SEED);
  private int number;

  /** The next event, as JSON. */
  String next() {
    number++;
    String user = pick(USERS);
    return switch (random.nextInt(10)) {
      case 0 -> event("PROJ", "UPDATE", user, state("INP"), state("NEW"));
      case 1 -> event("PROJ", "CREATE", user, state("NEW"), null);
      case 2, 3 -> event("ISSUE", "CREATE", user, state("NEW"), null);
      case 4 -> event("TASK", "CREATE", user, state("NEW"), null);
      case 5 -> event("EXPENSE", "UPDATE", user, state("CPL"), state("NEW"));
      case 6 -> event("TASK", "DELETE", user, null, state("CPL"));
      default -> event("TASK", "UPDATE", user, state(pick(STATES)), state("NEW"));
    };
  }

  private String state(String status) {
    return "{\"name\":\"%s\",\"status\":\"%s\",\"priority\":%d,\"assignedTo\":{\"name\":\"%s\"},"
            .formatted(pick(TASKS), status, random.nextInt(5), pick(USERS))
        + "\"percentComplete\":%d,\"tags\":[\"demo\",\"%s\"]}"
            .formatted(random.nextInt(101), status.toLowerCase(Locale.ROOT));
  }

  private String event(
      String code, String type, String user, @Nullable String newState, @Nullable String oldState) {
    return "{\"objCode\":\"%s\",\"eventType\":\"%s\",\"objId\":\"%s-%d\",\"userId\":\"%s\""
            .formatted(code, type, code.toLowerCase(Locale.ROOT), 1_000 + number % 250, user)
        + (newState == null ? "" : ",\"newState\":" + newState)
        + (oldState == null ? "" : ",\"oldState\":" + oldState)
        + "}";
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}

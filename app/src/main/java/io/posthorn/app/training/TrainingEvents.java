package io.posthorn.app.training;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** The events of one caller of the {@link TrainingLoad}: about 1 KB each, with unique ids. */
final class TrainingEvents {
  private static final int TEXT_BYTES = 840;

  private final String objCode;
  private final int codes;
  private final int regions;
  private final int caller;
  private final String text;
  private long number;

  /**
   * Events of {@code codes} object codes.
   *
   * @param objCode the object codes without their numbers
   * @param regions the values of the field that subscriptions filter by
   * @param caller the caller's number, which is a part of the ids
   */
  TrainingEvents(String objCode, int codes, int regions, int caller) {
    this.objCode = objCode;
    this.codes = codes;
    this.regions = regions;
    this.caller = caller;
    text = text(new Random(caller));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder(TEXT_BYTES);
    while (text.length() < TEXT_BYTES) {
      text.append((char) ('a' + random.nextInt(26)));
      text.append(random.nextInt(7) == 0 ? " " : "");
    }
    return text.toString();
  }

  /** The body of a post: a JSON object for one event, else NDJSON. */
  byte[] next(int events) {
    StringBuilder body = new StringBuilder(events * (TEXT_BYTES + 200));
    for (int i = 0; i < events; i++) {
      body.append(events > 1 && i > 0 ? "\n" : "").append(next());
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String next() {
    number++;
    return "{\"id\":\"%s-%d-%d\",\"objCode\":\"%s%d\",\"eventType\":\"UPDATE\",\"objId\":\"%d\","
            .formatted(objCode, caller, number, objCode, number % codes, number)
        + "\"newState\":{\"region\":\"r%d\",\"number\":%d,\"text\":\"%s\"}}"
            .formatted(number / codes % regions, number, text);
  }
}

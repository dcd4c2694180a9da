package io.posthorn.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * A stream of request bodies with events, rendered in advance: only ids, objects and times are
 * filled in.
 *
 * <p>Event texts are drawn from 2,000 words, so that they compress like real text. Event {@code n}
 * has code {@code n % codes} and region {@code n / codes % 10}; the events are about 10,000 objects
 * in turn.
 */
final class EventStream {
  private static final int REGIONS = 10;
  private static final int DISTINCT = 1_000;
  private static final int ID_DIGITS = 12;
  static final int TIME_DIGITS = 16;
  private static final int OBJECT_DIGITS = 8;
  private static final int OBJECTS = 10_000;

  private final int perPost;
  private final byte[][] templates;
  private final int[][] ids;
  private final int[][] objects;
  private final int[][] times;
  private final Random random = new Random(20261115);
  private final String[] words = words();
  private long posts;
  private long nextId;

  /**
   * Creates the events of a run.
   *
   * @param run the run's name, which prefixes event ids
   * @param prefix the prefix of the object codes, which end in three digits
   */
  EventStream(String run, String prefix, int codes, int perPost, int bytes) {
    this.perPost = perPost;
    // Enough bodies that every object code occurs with every region, and that a text does not
    // recur within a compressor's window.
    int bodies = Math.max(1, Math.max(codes * REGIONS, DISTINCT) / perPost);
    templates = new byte[bodies][];
    ids = new int[bodies][];
    objects = new int[bodies][];
    times = new int[bodies][];
    for (int t = 0; t < bodies; t++) {
      ids[t] = new int[perPost];
      objects[t] = new int[perPost];
      times[t] = new int[perPost];
      StringBuilder body = new StringBuilder();
      for (int i = 0; i < perPost; i++) {
        int n = t * perPost + i;
        String text =
            "{\"id\":\"%s-%s\",\"objCode\":\"%s%03d\",\"eventType\":\"UPDATE\",\"objId\":\""
                .formatted(run, "0".repeat(ID_DIGITS), prefix, n % codes);
        ids[t][i] = body.length() + 8 + run.length();
        body.append(text);
        objects[t][i] = body.length();
        body.append("0".repeat(OBJECT_DIGITS)).append("\",\"newState\":{\"sentAt\":");
        times[t][i] = body.length();
        body.append("0".repeat(TIME_DIGITS));
        body.append(",\"region\":\"r%d\",\"text\":\"".formatted(n / codes % REGIONS));
        appendText(body, bytes);
        body.append("\"}}\n");
      }
      templates[t] = body.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private static String[] words() {
    Random random = new Random(1);
    String[] words = new String[2_000];
    for (int i = 0; i < words.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int left = 3 + random.nextInt(8); left > 0; left--) {
        word.append((char) ('a' + random.nextInt(26)));
      }
      words[i] = word.toString();
    }
    return words;
  }

  private void appendText(StringBuilder body, int bytes) {
    int end = body.length() + Math.max(0, bytes);
    while (body.length() < end) {
      body.append(words[random.nextInt(words.length)]).append(' ');
    }
    body.setLength(end);
  }

  int perPost() {
    return perPost;
  }

  int longest() {
    int longest = 0;
    for (byte[] template : templates) {
      longest = Math.max(longest, template.length);
    }
    return longest;
  }

  /** Writes the next body into a buffer at an offset, and returns its length. */
  int next(byte[] buffer, int at, long now) {
    int t = (int) (posts++ % templates.length);
    byte[] template = templates[t];
    System.arraycopy(template, 0, buffer, at, template.length);
    for (int i = 0; i < perPost; i++) {
      digits(buffer, at + objects[t][i], OBJECT_DIGITS, nextId % OBJECTS);
      digits(buffer, at + ids[t][i], ID_DIGITS, nextId++);
      digits(buffer, at + times[t][i], TIME_DIGITS, now);
    }
    return template.length;
  }

  static void digits(byte[] buffer, int at, int count, long number) {
    long rest = number;
    for (int i = at + count - 1; i >= at; i--) {
      buffer[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}

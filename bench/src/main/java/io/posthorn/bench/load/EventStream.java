package io.posthorn.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Events to post, in bodies that are made beforehand: only ids and times are filled in.
 *
 * <p>The text in them is of words drawn from 2,000, so that it can be compressed as real text can.
 * Event {@code n} has code {@code n % codes} and region {@code n / codes % 10}.
 */
final class EventStream {
  private static final int REGIONS = 10;
  private static final int DISTINCT = 1_000;
  private static final int ID_DIGITS = 12;
  static final int TIME_DIGITS = 16;

  private final int perPost;
  private final byte[][] templates;
  private final int[][] ids;
  private final int[][] times;
  private final Random random = new Random(20261115);
  private final String[] words = words();
  private long posts;
  private long nextId;

  /**
   * Events for a run.
   *
   * @param run makes the ids of this run its own
   * @param prefix of the codes, which end in three digits
   */
  EventStream(String run, String prefix, int codes, int perPost, int bytes) {
    this.perPost = perPost;
    // As many as it takes for every code to come with every region, and for texts not to come
    // again so soon that a compressor finds them.
    int bodies = Math.max(1, Math.max(codes * REGIONS, DISTINCT) / perPost);
    templates = new byte[bodies][];
    ids = new int[bodies][];
    times = new int[bodies][];
    for (int t = 0; t < bodies; t++) {
      ids[t] = new int[perPost];
      times[t] = new int[perPost];
      StringBuilder body = new StringBuilder();
      for (int i = 0; i < perPost; i++) {
        int n = t * perPost + i;
        String text =
            "{\"id\":\"%s-%s\",\"objCode\":\"%s%03d\",\"eventType\":\"UPDATE\",\"objId\":\"%08x\","
                .formatted(run, "0".repeat(ID_DIGITS), prefix, n % codes, random.nextInt());
        ids[t][i] = body.length() + 8 + run.length();
        body.append(text).append("\"newState\":{\"sentAt\":");
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

  /** Writes the next body into a buffer from a place on; how long it is. */
  int next(byte[] buffer, int at, long now) {
    int t = (int) (posts++ % templates.length);
    byte[] template = templates[t];
    System.arraycopy(template, 0, buffer, at, template.length);
    for (int i = 0; i < perPost; i++) {
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

package io.posthorn.app;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the server found wrong, on one line: the detail of the problem, and each bad field. */
final class ProblemLine {
  private static final int LONGEST_OTHER = 200;

  private ProblemLine() {}

  static String of(int status, byte[] body, String retryAfter, String url) {
    ApiObject problem = ApiObject.parse(body);
    StringBuilder line = new StringBuilder();
    if (problem == null || problem.text("title").isEmpty()) {
      line.append(status).append(" from ").append(url);
      String text = new String(body, StandardCharsets.UTF_8).strip();
      line.append(text.isEmpty() ? "" : ": " + Printable.line(text, LONGEST_OTHER));
    } else {
      line.append(status).append(' ').append(problem.text("title"));
      parts(problem).forEach(line::append);
    }
    if (status == 401) {
      line.append(" Give a key with POSTHORN_KEY or --key.");
    }
    if (!retryAfter.isEmpty()) {
      line.append(" Try again in ").append(retryAfter).append(" s.");
    }
    // The API speaks of its header; here there is an option for it.
    return Printable.line(
        line.toString().replace("in the header X-Customer-Id", "with --customer"));
  }

  /** A problem with one field says the same in its detail; once is enough. */
  private static List<String> parts(ApiObject problem) {
    List<String> parts = new ArrayList<>();
    List<ApiObject> errors = problem.objects("errors");
    String detail = problem.text("detail");
    boolean repeated = errors.stream().anyMatch(e -> e.text("detail").equals(detail));
    if (!detail.isEmpty() && !repeated) {
      parts.add(": " + detail);
    }
    for (int i = 0; i < errors.size(); i++) {
      String start = i > 0 ? " | " : parts.isEmpty() ? ": " : " ";
      String pointer = errors.get(i).text("pointer");
      parts.add(start + (pointer.isEmpty() ? "" : pointer + ": ") + errors.get(i).text("detail"));
    }
    return parts;
  }
}

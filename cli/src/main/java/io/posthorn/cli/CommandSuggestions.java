package io.posthorn.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that a user may have meant by an unknown word. */
final class CommandSuggestions {
  /** Other words for our commands, as other products use them. */
  private static final Map<String, List<String>> SYNONYMS =
      Map.ofEntries(
          Map.entry("subs", List.of("subscriptions")),
          Map.entry("subscribe", List.of("subscriptions")),
          Map.entry("hooks", List.of("subscriptions", "endpoints")),
          Map.entry("webhooks", List.of("subscriptions", "endpoints")),
          Map.entry("urls", List.of("endpoints")),
          Map.entry("deliveries", List.of("messages")),
          Map.entry("attempts", List.of("why", "messages")),
          Map.entry("tenants", List.of("customers")),
          Map.entry("secrets", List.of("secret")),
          Map.entry("log", List.of("audit", "tail")),
          Map.entry("logs", List.of("audit", "tail")),
          Map.entry("start", List.of("serve")),
          Map.entry("stop", List.of("pause")),
          Map.entry("unpause", List.of("resume")),
          Map.entry("resend", List.of("replay", "retry")),
          Map.entry("publish", List.of("send")),
          Map.entry("post", List.of("send")),
          Map.entry("add", List.of("create")),
          Map.entry("new", List.of("create")),
          Map.entry("update", List.of("edit")),
          Map.entry("remove", List.of("delete", "revoke")),
          Map.entry("get", List.of("show")),
          Map.entry("ls", List.of("list")));

  private CommandSuggestions() {}

  /** The subcommands of a command that are similar to a word, the most likely first. */
  static List<String> of(CommandSpec command, String word) {
    List<String> known =
        command.subcommands().entrySet().stream()
            .filter(entry -> !isHidden(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    List<String> meant = SYNONYMS.getOrDefault(word, List.of());
    List<String> synonyms = meant.stream().filter(known::contains).toList();
    if (!synonyms.isEmpty()) {
      return synonyms;
    }
    Stream<String> begun =
        known.stream().filter(name -> word.length() > 1 && name.startsWith(word));
    Stream<String> similar =
        known.stream().filter(name -> distance(name, word) <= Math.min(2, word.length() / 2));
    return Stream.concat(begun, similar).distinct().toList();
  }

  private static boolean isHidden(CommandLine command) {
    return command.getCommandSpec().usageMessage().hidden();
  }

  /** The number of letters to insert, remove or replace (Levenshtein). */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

package io.posthorn.cli.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.messages.MessageFollower.Changed;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code posthorn tail}. */
@Command(
    name = "tail",
    description = {
      "Follows messages from now on, until Ctrl-C.",
      "",
      "Prints a line for each attempt and each change of status. Polls the newest 1,000 messages",
      "every second. With -o json, prints one line of JSON for each attempt and nothing else."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn tail",
      "  posthorn tail --endpoint ep_0123456789abcdefghjkmnpqrs"
    })
public final class TailCommand extends ApiCommand {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  /**
   * The number of messages per poll whose attempts are read: each takes one call. Beyond it only
   * states are shown.
   */
  private static final int ATTEMPTS_READ = 50;

  private static final List<String> OF_THE_MESSAGE =
      List.of("url", "subscriptionId", "eventId", "objCode", "eventType", "objId");

  /** Keeps numbers unchanged and sorts fields, so that lines can be compared. */
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
          .build();

  @Mixin private MessageTargetOptions selected = new MessageTargetOptions();

  public TailCommand() {
    this(CommandContext.real());
  }

  public TailCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    MessageFollower follower =
        new MessageFollower(posthorn.messages().list(selected.filter().build()));
    try {
      while (true) {
        show(posthorn, follower.poll());
        out().flush();
        context.sleep().sleep(POLL_INTERVAL);
      }
    } catch (InterruptedException e) {
      return DONE;
    }
  }

  private void show(PosthornClient posthorn, List<Changed> changes) {
    int read = 0;
    for (Changed change : changes) {
      MessageSummary message = change.message();
      boolean tried = message.attemptCount() > change.attempts();
      if (change.isNew() && !tried && isTable()) {
        line(message, message.acceptedAt(), "accepted");
      }
      if (tried && read++ < ATTEMPTS_READ) {
        MessageDetails details = posthorn.messages().get(message.id());
        if (isTable()) {
          attempts(details, change.attempts());
        } else {
          jsonLines(response(), change.attempts()).forEach(this::printNextDocument);
        }
      }
      if (isTable()) {
        state(message);
      }
    }
  }

  private void attempts(MessageDetails message, long before) {
    for (AttemptDetails attempt : message.attempts()) {
      if (attempt.number() > before) {
        String outcome = MessageText.outcome(attempt) + ", " + attempt.durationMillis() + " ms";
        String words =
            "%s %d: %s"
                .formatted(
                    attempt.probe() ? "probe, attempt" : "attempt",
                    attempt.number(),
                    attempt.success() ? colors().good(outcome) : colors().bad(outcome));
        line(message.summary(), attempt.recordedAt(), words);
      }
    }
  }

  /** The attempts as JSON lines, each with its message's fields. */
  private static List<String> jsonLines(String response, long before) {
    try {
      JsonNode message = JSON.readTree(response);
      List<String> lines = new ArrayList<>();
      for (JsonNode attempt : message.path("attempts")) {
        if (attempt.path("number").asLong() > before) {
          ObjectNode line = JSON.createObjectNode();
          line.set("messageId", message.path("id"));
          OF_THE_MESSAGE.forEach(name -> line.set(name, message.get(name)));
          line.setAll((ObjectNode) attempt);
          lines.add(JSON.writeValueAsString(line));
        }
      }
      return lines;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the response was already parsed as JSON", e);
    }
  }

  private void state(MessageSummary message) {
    String next = MessageText.next(message, times());
    switch (message.status()) {
      case WAITING -> line(message, times().now(), "next " + next);
      case IN_FLIGHT -> line(message, times().now(), "in flight");
      case DELIVERED -> line(message, message.endedAt(), colors().good("delivered"));
      case DROPPED, CANCELLED, UNKNOWN ->
          line(
              message,
              message.endedAt(),
              colors().bad(message.statusName()) + " (" + Printable.line(next) + ")");
    }
  }

  /** Only our own words are coloured; the rest is external text. */
  private void line(MessageSummary message, @Nullable Instant at, String words) {
    out()
        .println(
            String.join(
                "  ",
                times().at(at),
                Printable.line(message.id()),
                Printable.line(MessageText.subject(message), 40),
                words));
  }
}

package io.posthorn.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.JsonFields;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of {@code docs/EVENTS-AND-FILTERS.md}, run through the real matching. */
final class DocumentedExamplesTest {
  private static final Path PAGE = Path.of("../docs/EVENTS-AND-FILTERS.md");
  private static final String CUSTOMER = "acme";

  static Stream<Example> examples() throws IOException {
    return Example.readAll(Files.readAllLines(PAGE)).stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void every_example_is_true(Example example) {
    String refused = example.text("refused");
    if (refused != null) {
      assertThat(pointersOfErrors(example)).contains(refused);
    } else if (example.kind().equals("events")) {
      assertThat(example.text("accepted")).isEqualTo("true");
      assertThat(example.event().objCode()).isNotEmpty();
    } else {
      assertThat(example.matches()).hasToString(example.text("matches"));
    }
  }

  @ParameterizedTest
  @EnumSource(Comparison.class)
  void every_comparison_has_an_example_that_matches_and_one_that_does_not(Comparison comparison)
      throws IOException {
    assertThat(examples().filter(one -> one.uses(comparison)).map(one -> one.text("matches")))
        .contains("true", "false");
  }

  @Test
  void every_block_of_the_page_is_recognised_as_an_example() throws IOException {
    assertThat(examples()).hasSizeGreaterThan(90);
    assertThat(examples().map(Example::kind)).contains("events", "examples", "example");
  }

  private static List<String> pointersOfErrors(Example example) {
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class,
            () -> {
              if (example.kind().equals("events")) {
                example.event();
              } else {
                example.subscription();
              }
            });
    assertThat(refused).as(example.toString()).isNotNull();
    return refused.errors().stream().map(FieldError::pointer).toList();
  }

  /**
   * One example of the page.
   *
   * @param kind the second word behind the fence of its block
   * @param line where it begins, counted from 1
   */
  record Example(String kind, int line, String json) {
    private static final String FENCE = "```json ";

    static List<Example> readAll(List<String> page) {
      List<Example> examples = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        if (page.get(i).startsWith(FENCE)) {
          String kind = page.get(i).substring(FENCE.length());
          int end = page.subList(i + 1, page.size()).indexOf("```") + i + 1;
          addBlock(kind, i + 1, page.subList(i + 1, end), examples);
          i = end;
        }
      }
      return examples;
    }

    private static void addBlock(String kind, int start, List<String> lines, List<Example> to) {
      if (kind.equals("example")) {
        to.add(new Example(kind, start + 1, String.join("\n", lines)));
      } else {
        assertThat(kind).isIn("examples", "events");
        for (int i = 0; i < lines.size(); i++) {
          to.add(new Example(kind, start + 1 + i, lines.get(i)));
        }
      }
    }

    boolean uses(Comparison comparison) {
      String filter = text("filter");
      if (filter == null) {
        return false;
      }
      JsonFields.Field comparisonField = JsonFields.of(JsonSlice.of(filter)).get("comparison");
      return (comparisonField == null ? "\"eq\"" : comparisonField.slice().toString())
          .equals("\"" + comparison + "\"");
    }

    Boolean matches() {
      SubscriptionIndex index = new SubscriptionIndex();
      index.put(subscription().create(new SubscriptionId(0, 1), CUSTOMER, null, 0));
      return !index.match(event()).isEmpty();
    }

    SubscriptionDraft subscription() {
      return SubscriptionDraft.parse(subscriptionJson().getBytes(StandardCharsets.UTF_8));
    }

    Event event() {
      IntakeContext context =
          new IntakeContext(CUSTOMER, Instant.EPOCH, () -> "evt-1", null, EventLimits.DEFAULT);
      byte[] body = eventJson().getBytes(StandardCharsets.UTF_8);
      return EventParser.parse(body, BodyKind.JSON, context).getFirst();
    }

    private String subscriptionJson() {
      String given = text("subscription");
      if (given != null) {
        return given.replaceFirst("\\{", "{\"url\": \"https://shop.example/hook\", ");
      }
      String filter = text("filter");
      String filters = filter == null ? text("filters") : "[" + filter + "]";
      String connector = Objects.requireNonNullElse(text("filterConnector"), "AND");
      return """
      {"url": "https://shop.example/hook", "objCode": "ORDER", "eventType": "%s",
       "filters": %s, "filterConnector": "%s"}\
      """
          .formatted(eventType(), filters, connector);
    }

    private String eventJson() {
      String given = text("event");
      return given != null
          ? given
          : """
          {"objCode": "ORDER", "eventType": "%s", "oldState": %s, "newState": %s}\
          """
              .formatted(eventType(), text("oldState"), text("newState"));
    }

    private String eventType() {
      return Objects.requireNonNullElse(text("eventType"), "UPDATE");
    }

    /** The JSON of a field, without the quotes of a text; null if the field is absent. */
    @Nullable String text(String field) {
      JsonFields.Field found = JsonFields.of(JsonSlice.of(json)).get(field);
      String text = found == null ? null : found.slice().toString();
      return text != null && text.startsWith("\"") ? text.substring(1, text.length() - 1) : text;
    }

    @Override
    public String toString() {
      return "line " + line + ": " + json;
    }
  }
}

package io.posthorn.cli.subscriptions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.model.FilterRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of {@code --filter}: a field, a comparison and a value, as {@code status eq paid}; or a
 * group of them, as {@code (status eq paid or total gte 100)}. A value that is JSON keeps its type;
 * any other is text. A field of the old state begins with {@code old:}.
 */
final class FilterOption implements ITypeConverter<FilterRule> {
  private static final String OLD = "old:";
  private static final Pattern FILTER = Pattern.compile("(\\S+)\\s+([A-Za-z]+)(?:\\s+(.+))?");

  /** A word of a group with the space before it; text in double quotes belongs to its word. */
  private static final Pattern WORD = Pattern.compile("\\s*(?:\"(?:[^\"\\\\]|\\\\.)*\"|\\S)+");

  private static final Set<String> CONNECTORS = Set.of("and", "or");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Override
  public FilterRule convert(String text) {
    String filter = text.strip();
    return filter.startsWith("(") && filter.endsWith(")")
        ? group(filter.substring(1, filter.length() - 1))
        : condition(filter);
  }

  private static FilterRule group(String text) {
    List<FilterRule> conditions = new ArrayList<>();
    Set<String> connectors = new TreeSet<>();
    StringBuilder condition = new StringBuilder();
    Matcher word = WORD.matcher(text.strip());
    while (word.find()) {
      if (CONNECTORS.contains(word.group().strip())) {
        connectors.add(word.group().strip());
        conditions.add(condition(condition.toString().strip()));
        condition.setLength(0);
      } else {
        condition.append(word.group());
      }
    }
    conditions.add(condition(condition.toString().strip()));
    if (connectors.size() != 1) {
      throw new TypeConversionException(
          "\"(%s)\" is not a group such as '(status eq paid or total gte 100)': it has two to five filters, joined by or, or by and. Put text that contains these words in double quotes."
              .formatted(Printable.line(text)));
    }
    FilterRule[] group = conditions.toArray(FilterRule[]::new);
    return connectors.contains("or") ? FilterRule.anyOf(group) : FilterRule.allOf(group);
  }

  private static FilterRule condition(String text) {
    Matcher matcher = FILTER.matcher(text);
    if (text.startsWith("(") || !matcher.matches()) {
      throw new TypeConversionException(
          "\"%s\" is not a filter such as 'status eq paid', 'total gte 100' or 'old:status exists'."
              .formatted(Printable.line(text)));
    }
    String field = matcher.group(1);
    boolean old = field.startsWith(OLD);
    return new FilterRule(
        old ? field.substring(OLD.length()) : field,
        value(matcher.group(3)),
        matcher.group(2),
        old ? "oldState" : null,
        null,
        null,
        null);
  }

  private static @Nullable JsonNode value(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(text);
    }
  }
}

package io.posthorn.cli.subscriptions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.model.FilterRule;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of {@code --filter}: a field, a comparison and a value, as {@code status eq paid}. A
 * value that is JSON keeps its type; any other is text. A field of the old state begins with {@code
 * old:}.
 */
final class FilterOption implements ITypeConverter<FilterRule> {
  private static final String OLD = "old:";
  private static final Pattern FILTER = Pattern.compile("(\\S+)\\s+([A-Za-z]+)(?:\\s+(.+))?");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Override
  public FilterRule convert(String text) {
    Matcher matcher = FILTER.matcher(text.strip());
    if (!matcher.matches()) {
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

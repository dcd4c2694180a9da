package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A filter of a subscription: a condition on one field of an event's state, or a group of them.
 *
 * <pre>{@code
 * FilterRule.where("status", FilterRule.Comparison.EQ, "paid")
 * FilterRule.anyOf(
 *     FilterRule.where("total", FilterRule.Comparison.GT, 100),
 *     FilterRule.changed("status"))
 * }</pre>
 *
 * @param fieldName a key of the state, or a dotted path
 * @param fieldValue what it is compared with
 * @param comparison the name of a {@link Comparison}; null is {@code eq}
 * @param state {@code newState} or {@code oldState}; null is {@code newState}
 * @param type {@code group} for a group
 * @param connector {@code AND} or {@code OR}, of a group
 * @param filters the conditions of a group
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FilterRule(
    @Nullable String fieldName,
    @Nullable JsonNode fieldValue,
    @Nullable String comparison,
    @Nullable String state,
    @Nullable String type,
    @Nullable String connector,
    @Nullable List<FilterRule> filters) {

  /** A condition on a field of the new state. */
  public static FilterRule where(String fieldName, Comparison comparison, String value) {
    return of(fieldName, comparison, JsonNodeFactory.instance.textNode(value));
  }

  /** A condition on a field of the new state. */
  public static FilterRule where(String fieldName, Comparison comparison, long value) {
    return of(fieldName, comparison, JsonNodeFactory.instance.numberNode(value));
  }

  /** A condition on a field of the new state. */
  public static FilterRule where(String fieldName, Comparison comparison, boolean value) {
    return of(fieldName, comparison, JsonNodeFactory.instance.booleanNode(value));
  }

  /** A condition on a field of the new state, with any JSON. */
  public static FilterRule where(String fieldName, Comparison comparison, JsonNode value) {
    return of(fieldName, comparison, value);
  }

  /** The field's value differs from the old state. */
  public static FilterRule changed(String fieldName) {
    return of(fieldName, Comparison.CHANGED, null);
  }

  /** The field exists. */
  public static FilterRule exists(String fieldName) {
    return of(fieldName, Comparison.EXISTS, null);
  }

  /** The field does not exist. */
  public static FilterRule notExists(String fieldName) {
    return of(fieldName, Comparison.NOT_EXISTS, null);
  }

  /** All of two to five conditions hold. */
  public static FilterRule allOf(FilterRule... conditions) {
    return group("AND", conditions);
  }

  /** One of two to five conditions holds. */
  public static FilterRule anyOf(FilterRule... conditions) {
    return group("OR", conditions);
  }

  /** The same condition on the old state. */
  public FilterRule onOldState() {
    return new FilterRule(fieldName, fieldValue, comparison, "oldState", type, connector, filters);
  }

  private static FilterRule of(String fieldName, Comparison comparison, @Nullable JsonNode value) {
    return new FilterRule(fieldName, value, comparison.apiName(), null, null, null, null);
  }

  private static FilterRule group(String connector, FilterRule... conditions) {
    return new FilterRule(null, null, null, null, "group", connector, List.of(conditions));
  }

  /** The comparison operators. */
  public enum Comparison implements ApiName {
    EQ("eq"),
    NE("ne"),
    GT("gt"),
    GTE("gte"),
    LT("lt"),
    LTE("lte"),
    CONTAINS("contains"),
    NOT_CONTAINS("notContains"),
    CONTAINS_ONLY("containsOnly"),
    CHANGED("changed"),
    EXISTS("exists"),
    NOT_EXISTS("notExists");

    private final String apiName;

    Comparison(String apiName) {
      this.apiName = apiName;
    }

    @Override
    public String apiName() {
      return apiName;
    }
  }
}

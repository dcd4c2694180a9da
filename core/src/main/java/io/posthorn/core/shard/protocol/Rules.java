package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.retry.RetrySchedule;
import org.jspecify.annotations.Nullable;

/**
 * All rules and limits of a shard.
 *
 * @param operatorSubscription the operator's subscription to all operational events; null for none
 * @param consoleUrl the address of the console, for links in operational events; null if unknown
 * @param cloudEventsSource the start of the attribute {@code source} of CloudEvents
 */
public record Rules(
    RetrySchedule retry,
    CircuitRules circuit,
    DeliveryLimits limits,
    RetentionRules retention,
    @Nullable OperatorSubscription operatorSubscription,
    @Nullable String consoleUrl,
    String cloudEventsSource) {
  public static final Rules DEFAULT =
      new Rules(
          RetrySchedule.DEFAULT,
          CircuitRules.DEFAULT,
          DeliveryLimits.DEFAULT,
          RetentionRules.DEFAULT,
          null,
          null,
          MessageBody.DEFAULT_SOURCE);

  public Rules withRetry(RetrySchedule changed) {
    return new Rules(
        changed, circuit, limits, retention, operatorSubscription, consoleUrl, cloudEventsSource);
  }

  public Rules withCircuit(CircuitRules changed) {
    return new Rules(
        retry, changed, limits, retention, operatorSubscription, consoleUrl, cloudEventsSource);
  }

  public Rules withLimits(DeliveryLimits changed) {
    return new Rules(
        retry, circuit, changed, retention, operatorSubscription, consoleUrl, cloudEventsSource);
  }

  public Rules withRetention(RetentionRules changed) {
    return new Rules(
        retry, circuit, limits, changed, operatorSubscription, consoleUrl, cloudEventsSource);
  }

  public Rules withOperatorSubscription(OperatorSubscription changed) {
    return new Rules(retry, circuit, limits, retention, changed, consoleUrl, cloudEventsSource);
  }

  public Rules withConsoleUrl(String changed) {
    return new Rules(
        retry, circuit, limits, retention, operatorSubscription, changed, cloudEventsSource);
  }

  public Rules withCloudEventsSource(String changed) {
    return new Rules(retry, circuit, limits, retention, operatorSubscription, consoleUrl, changed);
  }
}

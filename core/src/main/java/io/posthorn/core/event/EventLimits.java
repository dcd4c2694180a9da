package io.posthorn.core.event;

/**
 * The size limits of one request with events.
 *
 * @param maxBodyBytes the whole body
 * @param maxEvents events in one request
 * @param maxEventBytes one event, from its opening to its closing brace
 * @param maxDepth levels of nested objects and arrays, counted from the event itself, whether it
 *     comes alone or in an array
 */
public record EventLimits(int maxBodyBytes, int maxEvents, int maxEventBytes, int maxDepth) {
  public static final EventLimits DEFAULT = new EventLimits(16 << 20, 1_000, 1 << 20, 64);
}

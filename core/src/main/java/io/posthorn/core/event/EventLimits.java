package io.posthorn.core.event;

/**
 * How much one request may bring.
 *
 * @param maxBodyBytes the whole body
 * @param maxEvents events in one request
 * @param maxEventBytes one event, from its opening to its closing brace
 * @param maxDepth objects and arrays inside each other, the event itself being the first: the same
 *     event is deep enough or too deep whether it comes alone or in an array
 */
public record EventLimits(int maxBodyBytes, int maxEvents, int maxEventBytes, int maxDepth) {
  public static final EventLimits DEFAULT = new EventLimits(16 << 20, 1_000, 1 << 20, 64);
}

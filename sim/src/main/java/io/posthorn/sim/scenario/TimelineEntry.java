package io.posthorn.sim.scenario;

/**
 * One thing worth knowing.
 *
 * @param at when, in milliseconds since the start
 * @param endpoint whom it is about
 */
public record TimelineEntry(long at, String endpoint, String text) {}

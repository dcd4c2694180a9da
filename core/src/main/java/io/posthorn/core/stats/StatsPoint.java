package io.posthorn.core.stats;

/**
 * One step of a time series.
 *
 * @param at where the step begins
 */
public record StatsPoint(long at, Tally tally) {}

package io.posthorn.engine.read;

import io.posthorn.core.stats.StatsPoint;
import java.util.List;

/**
 * Time series of statistics, as one read returned them.
 *
 * @param keysRead the number of stored keys that were read for them
 */
public record StatsPart(List<List<StatsPoint>> series, int keysRead) {}

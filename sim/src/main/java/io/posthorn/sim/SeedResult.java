package io.posthorn.sim;

import java.time.Duration;

/**
 * What a seed's run came to.
 *
 * @param hash of all that crossed the boundary: the same seed gives the same one
 */
public record SeedResult(
    long seed, Duration simulated, int crashes, int messages, long attempts, long turns, long hash) {}

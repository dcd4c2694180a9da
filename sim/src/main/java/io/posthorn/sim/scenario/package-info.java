/**
 * Outages described in a few lines of YAML, played in virtual time on the real shard inside the
 * real loop, and told as a table, a strip and a timeline. What may enter: the text of a scenario.
 */
@NullMarked
package io.posthorn.sim.scenario;

import org.jspecify.annotations.NullMarked;

/**
 * The report of a scenario: recorders that listen to its world, and the table, strip and timeline
 * that they become.
 */
@NullMarked
package io.posthorn.sim.report;

import org.jspecify.annotations.NullMarked;

/**
 * Scenarios: the description of an outage, of its endpoints, traffic and settings, and the reader
 * that makes it from YAML. {@link io.posthorn.sim.scenario.YamlFields} alone knows the YAML
 * library.
 */
@NullMarked
package io.posthorn.sim.scenario;

import org.jspecify.annotations.NullMarked;

/**
 * The server: inbound HTTP over an {@link io.posthorn.engine.Engine}, without knowing which one.
 *
 * <p>{@code routes} puts all calls together, {@code http} serves them, {@code access} decides who
 * may make them, {@code api} has one package for each resource, {@code workfront} is the same in
 * Workfront's dialect, {@code console} serves the pages for people.
 */
@NullMarked
package io.posthorn.server;

import org.jspecify.annotations.NullMarked;

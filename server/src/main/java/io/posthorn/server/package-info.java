/**
 * The server: inbound HTTP over an {@link io.posthorn.engine.Engine}, without knowing which one.
 *
 * <p>{@code routes} assembles all calls, {@code http} serves them, {@code access} authorizes them,
 * {@code api} has one package per resource, {@code workfront} is the Workfront-compatible API,
 * {@code console} serves the console.
 */
@NullMarked
package io.posthorn.server;

import org.jspecify.annotations.NullMarked;

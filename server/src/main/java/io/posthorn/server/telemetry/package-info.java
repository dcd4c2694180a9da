/**
 * OpenTelemetry: traces of events from the call to each attempt, and the metrics, sent by OTLP.
 * Without {@code otlp.endpoint} none of its libraries is loaded.
 */
@NullMarked
package io.posthorn.server.telemetry;

import org.jspecify.annotations.NullMarked;

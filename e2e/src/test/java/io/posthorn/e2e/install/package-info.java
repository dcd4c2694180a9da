/**
 * Tests of the artefacts that users install: the Debian package, the image, the chart and the
 * compose files; and of the jar with OpenTelemetry's collector. {@code ./check --packages} makes
 * the files and the collector, and runs these tests.
 */
@NullMarked
package io.posthorn.e2e.install;

import org.jspecify.annotations.NullMarked;

/**
 * Tests of the artefacts that users install: the Debian package, the image, the chart and the compose files.
 * {@code ./check --release} makes the files and runs these tests.
 */
@NullMarked
package io.posthorn.e2e.install;

import org.jspecify.annotations.NullMarked;

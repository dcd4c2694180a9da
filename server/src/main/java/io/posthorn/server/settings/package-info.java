/**
 * The settings: read once at start from a file and the environment, immutable from then on.
 *
 * <p>A key stands in one place, beside the record that it becomes a part of; reading, listing and
 * the commented file are made from there. Nothing here opens what a setting names.
 */
@NullMarked
package io.posthorn.server.settings;

import org.jspecify.annotations.NullMarked;

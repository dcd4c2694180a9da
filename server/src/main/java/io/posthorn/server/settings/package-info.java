/**
 * The settings: read once at start from a YAML file and environment variables, immutable from then
 * on.
 *
 * <p>Each area is a record ({@code HttpSettings}, {@code RetrySettings}...) with its keys, defaults
 * and checks beside it. {@code SettingsFile} and {@code EnvironmentVariables} find values, {@code
 * ValueType} reads them, {@code SettingsPrinter} lists them. A new setting is a constant, an entry
 * of {@code ALL} and a component of its area. Files that a setting names are not opened here.
 */
@NullMarked
package io.posthorn.server.settings;

import org.jspecify.annotations.NullMarked;

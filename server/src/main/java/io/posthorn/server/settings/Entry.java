package io.posthorn.server.settings;

/**
 * One line of a listing: a setting as it stands.
 *
 * @param shown the value as it was written, or what holds without one; of a secret only the mask
 * @param isSet whether it was given, and is not the default
 * @param source where it was given
 */
record Entry(Setting<?> setting, String shown, boolean isSet, String source) {}

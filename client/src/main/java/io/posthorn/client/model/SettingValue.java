package io.posthorn.client.model;

/**
 * A setting of the server. Secrets are masked.
 *
 * @param isSet whether it was given, and is not the default
 * @param source where its value comes from
 * @param variable the environment variable that sets it
 */
public record SettingValue(
    String key, String value, boolean isSet, String source, String variable, String description) {}

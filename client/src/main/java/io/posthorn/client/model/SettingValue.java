package io.posthorn.client.model;

/**
 * A setting of the server. Secrets are masked.
 *
 * @param isSet whether it is set explicitly
 * @param source the source of its value
 * @param variable the environment variable that sets it
 */
public record SettingValue(
    String key, String value, boolean isSet, String source, String variable, String description) {}

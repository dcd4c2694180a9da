package io.posthorn.server.settings;

/**
 * A setting as it can be shown to anybody who may look: of a secret there is only the mask.
 *
 * @param isSet whether it was given, and is not the default
 * @param source where it was given, or that it is the default
 */
public record Listed(
    String key, String value, boolean isSet, String source, String variable, String description) {
  static Listed of(Entry entry) {
    Setting<?> setting = entry.setting();
    return new Listed(
        setting.key(),
        entry.shown(),
        entry.isSet(),
        entry.source(),
        setting.variable(),
        setting.description());
  }
}

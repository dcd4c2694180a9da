package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code settings}: the keys of the settings file, dotted or nested. */
final class SettingsReader {
  private static final List<String> KEYS =
      Arrays.stream(Setting.values()).map(setting -> setting.key).toList();

  private final Problems problems;
  private final SettingValues values = new SettingValues();
  private final List<Setting> seen = new ArrayList<>();

  private SettingsReader(Problems problems) {
    this.problems = problems;
  }

  static SettingValues read(@Nullable Node node, Problems problems) {
    SettingsReader reader = new SettingsReader(problems);
    if (node != null) {
      reader.group(node, "");
      reader.check(node);
    }
    return reader.values;
  }

  private void group(Node node, String prefix) {
    if (!(node instanceof MappingNode mapping)) {
      problems.add(node, "settings", "Write keys of the settings file and their values here.");
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key =
          prefix + (tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?");
      if (KEYS.stream().anyMatch(known -> known.startsWith(key + "."))) {
        group(tuple.getValueNode(), key + ".");
      } else {
        entry(tuple, key);
      }
    }
  }

  private void entry(NodeTuple tuple, String key) {
    Setting setting = Setting.of(key);
    if (setting == null) {
      problems.add(
          tuple.getKeyNode(),
          "settings." + key,
          "No such setting plays a part here. " + Problems.suggest(key, KEYS));
      return;
    }
    if (seen.contains(setting)) {
      problems.add(tuple.getKeyNode(), "settings." + key, "It stands here twice: keep one.");
    }
    seen.add(setting);
    String text = tuple.getValueNode() instanceof ScalarNode scalar ? scalar.getValue() : "";
    OptionalLong value = setting.kind.parse(text.strip());
    if (value.isPresent()) {
      values.set(setting, value.getAsLong());
    } else {
      problems.add(
          tuple.getValueNode(),
          "settings." + key,
          "\"" + text + "\" will not do. Write " + setting.kind.expected + ".");
    }
  }

  /** The rules themselves know what does not go together. */
  private void check(Node node) {
    try {
      values.rules();
    } catch (IllegalArgumentException e) {
      problems.add(node, "settings", e.getMessage() + ".");
    }
  }
}

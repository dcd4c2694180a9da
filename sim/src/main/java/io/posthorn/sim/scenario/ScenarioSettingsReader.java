package io.posthorn.sim.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * A reader of the scenario field {@code settings}: the keys of the settings file, dotted or nested.
 */
final class ScenarioSettingsReader {
  private static final String SECTION = "settings";
  private static final List<String> KEYS =
      Arrays.stream(ScenarioSetting.values()).map(setting -> setting.key).toList();

  private final ScenarioProblems problems;
  private final ScenarioSettings values = new ScenarioSettings();
  private final List<ScenarioSetting> seen = new ArrayList<>();

  private ScenarioSettingsReader(ScenarioProblems problems) {
    this.problems = problems;
  }

  static ScenarioSettings read(YamlFields scenario, ScenarioProblems problems) {
    ScenarioSettingsReader reader = new ScenarioSettingsReader(problems);
    scenario.leaves(SECTION, ScenarioSettingsReader::isGroup).forEach(reader::entry);
    if (scenario.has(SECTION)) {
      reader.check(scenario);
    }
    return reader.values;
  }

  private static boolean isGroup(String name) {
    return KEYS.stream().anyMatch(known -> known.startsWith(name + "."));
  }

  private void entry(YamlFields.Leaf leaf) {
    String path = SECTION + "." + leaf.name();
    ScenarioSetting setting = ScenarioSetting.of(leaf.name());
    if (setting == null) {
      problems.add(
          leaf.nameLine(),
          path,
          "Unknown setting of a scenario. " + ScenarioProblems.suggest(leaf.name(), KEYS));
      return;
    }
    if (seen.contains(setting)) {
      problems.add(leaf.nameLine(), path, "It appears twice: keep one.");
    }
    seen.add(setting);
    OptionalLong value = setting.kind.parse(leaf.text().strip());
    if (value.isPresent()) {
      values.set(setting, value.getAsLong());
    } else {
      problems.add(
          leaf.line(),
          path,
          "\"" + leaf.text() + "\" is not valid. Write " + setting.kind.expected + ".");
    }
  }

  /** The rules themselves know which values exclude each other. */
  private void check(YamlFields scenario) {
    try {
      values.rules();
    } catch (IllegalArgumentException e) {
      scenario.wrong(SECTION, e.getMessage() + ".");
    }
  }
}

package io.posthorn.sim.scenario;

import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * One mapping of a YAML document, with typed access to its values. A wrong value is added to the
 * problems, and reading continues with a substitute, so that one reading finds all problems.
 */
final class YamlFields {
  private static final String DURATION = "Write a duration such as 500ms, 5s, 10m, 72h or 30d.";

  private final Node node;
  private final String path;
  private final ScenarioProblems problems;
  private final Map<String, Node> values = new LinkedHashMap<>();

  /** A value below a key, under its dotted name. */
  record Leaf(String name, int nameLine, String text, int line) {}

  private YamlFields(Node node, String path, ScenarioProblems problems) {
    this.node = node;
    this.path = path;
    this.problems = problems;
  }

  /**
   * Reads a document whose root is a mapping that may have these keys and no others.
   *
   * @throws InvalidScenarioException if the text is not YAML
   */
  static YamlFields parse(String yaml, ScenarioProblems problems, List<String> known) {
    try {
      Node root =
          new Compose(LoadSettings.builder().build())
              .composeString(yaml)
              .orElseThrow(
                  () -> problems.fatal(1, "The file is empty. Begin with \"name\" and \"run\"."));
      return new YamlFields(root, "", problems).open(known);
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw problems.fatal(
          line,
          "This is not YAML: " + e.getProblem() + ". Check the punctuation and the indentation.");
    } catch (YamlEngineException e) {
      throw problems.fatal(1, "This is not YAML: " + e.getMessage());
    }
  }

  private YamlFields open(List<String> known) {
    if (!(node instanceof MappingNode mapping)) {
      wrong("Write keys and values here: " + String.join(", ", known) + ".");
      return this;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = textOf(tuple.getKeyNode());
      if (!known.contains(key)) {
        String hint = ScenarioProblems.suggest(key, known);
        problem(tuple.getKeyNode(), path(key), "This key is not known. " + hint);
      } else if (values.put(key, tuple.getValueNode()) != null) {
        problem(tuple.getKeyNode(), path(key), "This key appears twice: keep one.");
      }
    }
    return this;
  }

  private static String textOf(Node key) {
    return key instanceof ScalarNode scalar ? scalar.getValue() : "?";
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Returns whether the value of a key is neither a list nor a mapping. */
  boolean isText(String key) {
    return values.get(key) instanceof ScalarNode;
  }

  /** A text; null if the key is missing or its value is no text. */
  @Nullable String text(String key) {
    Node value = values.get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue().strip();
    }
    wrong(key, "Write a value for this key.");
    return null;
  }

  /** A required text; empty if it is missing. */
  String required(String key, String toWrite) {
    String text = text(key);
    if (text == null && !has(key)) {
      wrong("The key \"" + key + "\" is missing. " + toWrite);
    }
    return text == null ? "" : text;
  }

  /** A duration; {@code missing} if the key is missing, 0 if it is wrong. */
  long duration(String key, long missing) {
    String text = text(key);
    if (text == null) {
      return has(key) ? 0 : missing;
    }
    OptionalLong value = DurationText.parseParts(text);
    if (value.isEmpty()) {
      String sign = text.startsWith("-") ? " is before the start. " : " is not a duration. ";
      wrong(key, "\"" + text + "\"" + sign + DURATION);
    }
    return value.orElse(0);
  }

  /** A required time of the run. */
  long time(String key, long run) {
    required(key, DURATION);
    long time = duration(key, 0);
    if (time > run) {
      wrong(
          key,
          DurationText.toTheSecond(time)
              + " is after the end of the run at "
              + DurationText.toTheSecond(run)
              + ". Make \"run\" longer, or this earlier.");
    }
    return time;
  }

  /** A whole number from 1; 0 if the key is missing or the number is wrong. */
  long count(String key) {
    String text = text(key);
    if (text == null) {
      return 0;
    }
    OptionalLong value = ScenarioSetting.Kind.COUNT.parse(text);
    if (value.isEmpty()) {
      wrong(
          key, "\"" + text + "\" is not valid. Write " + ScenarioSetting.Kind.COUNT.expected + ".");
    }
    return value.orElse(0);
  }

  /** A mapping with these keys; null if the key is missing. */
  @Nullable YamlFields mapping(String key, List<String> known) {
    Node value = values.get(key);
    return value == null ? null : new YamlFields(value, path(key), problems).open(known);
  }

  /** The texts of a list; empty if the key is missing, or if its value is no list of texts. */
  List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    if (values.get(key) instanceof SequenceNode sequence) {
      for (Node entry : sequence.getValue()) {
        texts.add(entry instanceof ScalarNode scalar ? scalar.getValue().strip() : "");
      }
    }
    if (has(key) && (texts.isEmpty() || texts.contains(""))) {
      wrong(key, "Write a list of values here, such as [a, b].");
      return List.of();
    }
    return texts;
  }

  /** The entries of a list, each a mapping with these keys; none if the key is missing. */
  List<YamlFields> list(String key, List<String> known) {
    Node value = values.get(key);
    if (value instanceof SequenceNode sequence) {
      List<YamlFields> entries = new ArrayList<>();
      for (Node entry : sequence.getValue()) {
        String at = path(key + "[" + entries.size() + "]");
        entries.add(new YamlFields(entry, at, problems).open(known));
      }
      return entries;
    }
    if (value != null) {
      wrong(key, "Write a list here, each entry on lines of its own that begin with \"- \".");
    }
    return List.of();
  }

  /**
   * The values below a key, at any depth.
   *
   * @param isGroup whether a dotted name has values below it, and none of its own
   */
  List<Leaf> leaves(String key, Predicate<String> isGroup) {
    List<Leaf> leaves = new ArrayList<>();
    Node value = values.get(key);
    if (value != null) {
      addLeaves(key, value, "", isGroup, leaves);
    }
    return leaves;
  }

  private void addLeaves(
      String key, Node value, String prefix, Predicate<String> isGroup, List<Leaf> leaves) {
    if (!(value instanceof MappingNode mapping)) {
      problem(value, path(key), "Write keys of the settings file and their values here.");
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String name = prefix + textOf(tuple.getKeyNode());
      Node below = tuple.getValueNode();
      if (isGroup.test(name)) {
        addLeaves(key, below, name + ".", isGroup, leaves);
      } else {
        String text = below instanceof ScalarNode scalar ? scalar.getValue() : "";
        leaves.add(new Leaf(name, lineOf(tuple.getKeyNode()), text, lineOf(below)));
      }
    }
  }

  /** Adds a problem with the value of a key. */
  void wrong(String key, String detail) {
    problem(values.getOrDefault(key, node), path(key), detail);
  }

  /** Adds a problem with this mapping. */
  void wrong(String detail) {
    problem(node, path, detail);
  }

  private void problem(Node where, String at, String detail) {
    problems.add(lineOf(where), at, detail);
  }
}

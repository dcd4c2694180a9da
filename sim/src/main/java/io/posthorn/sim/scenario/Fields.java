package io.posthorn.sim.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * The keys and values of one mapping. Whatever is wrong is noted; reading goes on with a stand-in.
 */
final class Fields {
  private static final String DURATION = "Write a duration such as 500ms, 5s, 10m, 72h or 30d.";

  private final Node node;
  private final String path;
  private final Problems problems;
  private final Map<String, Node> values = new LinkedHashMap<>();

  /** Opens a mapping that may have these keys and no others. */
  Fields(Node node, String path, Problems problems, List<String> known) {
    this.node = node;
    this.path = path;
    this.problems = problems;
    if (!(node instanceof MappingNode mapping)) {
      problems.add(node, path, "Write keys and values here: " + String.join(", ", known) + ".");
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
      if (!known.contains(key)) {
        String hint = Problems.suggest(key, known);
        problems.add(tuple.getKeyNode(), path(key), "This key is not known. " + hint);
      } else if (values.put(key, tuple.getValueNode()) != null) {
        problems.add(tuple.getKeyNode(), path(key), "This key stands here twice: keep one.");
      }
    }
  }

  String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  @Nullable Node get(String key) {
    return values.get(key);
  }

  /** A text, or nothing where the key is missing or is no text. */
  @Nullable String text(String key) {
    Node value = values.get(key);
    if (value == null) {
      return null;
    }
    if (value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue().strip();
    }
    wrong(key, "Write a value behind this key.");
    return null;
  }

  /** A text that has to be there; a stand-in where it is not. */
  String required(String key, String toWrite) {
    String text = text(key);
    if (text == null && !has(key)) {
      problems.add(node, path, "The key \"" + key + "\" is missing. " + toWrite);
    }
    return text == null ? "" : text;
  }

  /** A duration; a missing one is {@code standard}, a bad one is noted and is 0. */
  long duration(String key, long standard) {
    String text = text(key);
    if (text == null) {
      return has(key) ? 0 : standard;
    }
    OptionalLong value = Durations.parse(text);
    if (value.isEmpty()) {
      String sign = text.startsWith("-") ? " lies before the start. " : " is not a duration. ";
      wrong(key, "\"" + text + "\"" + sign + DURATION);
    }
    return value.orElse(0);
  }

  /** A moment of the run, which has to be there. */
  long moment(String key, long run) {
    required(key, DURATION);
    long moment = duration(key, 0);
    if (moment > run) {
      wrong(
          key,
          Durations.moment(moment)
              + " lies behind the end of the run at "
              + Durations.moment(run)
              + ". Make \"run\" longer, or this earlier.");
    }
    return moment;
  }

  /** A whole number from 1; a missing one is 0, a bad one is noted and is 0. */
  long count(String key) {
    String text = text(key);
    if (text == null) {
      return 0;
    }
    OptionalLong value = Setting.Kind.COUNT.parse(text);
    if (value.isEmpty()) {
      wrong(key, "\"" + text + "\" will not do. Write " + Setting.Kind.COUNT.expected + ".");
    }
    return value.orElse(0);
  }

  /** The entries of a list; none where the key is missing. */
  List<Node> list(String key) {
    Node value = values.get(key);
    if (value == null) {
      return List.of();
    }
    if (value instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    wrong(key, "Write a list here, each entry on lines of its own that begin with \"- \".");
    return List.of();
  }

  void wrong(String key, String detail) {
    problems.add(values.getOrDefault(key, node), path(key), detail);
  }
}

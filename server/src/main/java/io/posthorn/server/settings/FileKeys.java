package io.posthorn.server.settings;

import io.posthorn.server.settings.Values.Found;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Collects the keys of a file, nested or dotted.
 *
 * <p>It goes down into known groups only, so that a file whose aliases go in circles ends too.
 */
final class FileKeys {
  private static final Set<String> NO_VALUE = Set.of("", "~", "null");

  private final Path file;
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Map<String, Found> found = new LinkedHashMap<>();

  FileKeys(Path file) {
    this.file = file;
  }

  Map<String, Found> read(MappingNode root) {
    readGroup("", root);
    return found;
  }

  private void readGroup(String prefix, MappingNode group) {
    for (NodeTuple tuple : group.getValue()) {
      int line = line(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw new SettingsException(
            file + ":" + line + ": a key must be plain text, such as http.port.");
      }
      String name = prefix + key.getValue();
      Integer before = lines.putIfAbsent(name, line);
      if (before != null) {
        throw refused(name, line, "it stands on line " + before + " already; keep one of the two");
      }
      readKey(name, line, tuple.getValueNode());
    }
  }

  private void readKey(String name, int line, Node value) {
    Setting<?> setting = Catalog.byKey(name);
    if (setting != null) {
      found.put(name, new Found(text(setting, line, value), file + ":" + line));
    } else if (!Catalog.isGroup(name)) {
      throw unknown(name, line);
    } else if (value instanceof MappingNode group) {
      readGroup(name + ".", group);
    } else if (!isNothing(value)) {
      throw refused(name, line, "this is a group; write its settings below it, indented");
    }
  }

  private SettingsException unknown(String name, int line) {
    String refusal = KafkaClientNames.refusal(name);
    if (refusal != null) {
      return refused(name, line, refusal);
    }
    List<String> names = new ArrayList<>(Catalog.keys());
    names.addAll(Catalog.groups());
    return new SettingsException(
        name
            + " ("
            + file
            + ":"
            + line
            + "): there is no such setting; "
            + Catalog.suggestion(name, names));
  }

  private String text(Setting<?> setting, int line, Node value) {
    if (isNothing(value)) {
      throw refused(
          setting.key(), line, "it has no value; write one, or remove the line for the default");
    }
    if (value instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (!setting.isList()) {
      throw refused(setting.key(), line, "it takes one value, " + setting.kind().expected());
    }
    if (value instanceof SequenceNode list
        && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
      return list.getValue().stream()
          .map(element -> ((ScalarNode) element).getValue())
          .collect(Collectors.joining(", "));
    }
    throw refused(setting.key(), line, "it takes a list of plain values");
  }

  private static boolean isNothing(Node value) {
    return value instanceof ScalarNode scalar
        && scalar.isPlain()
        && NO_VALUE.contains(scalar.getValue());
  }

  private SettingsException refused(String name, int line, String problem) {
    return new SettingsException(name, file + ":" + line, problem);
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}

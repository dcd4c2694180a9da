package io.posthorn.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.server.settings.Values.Found;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A YAML file of settings with nested or dotted keys.
 *
 * <p>It only descends into known groups, so that circular aliases cannot loop.
 */
final class SettingsFile {
  /** Ten times the size of a file with all keys and comments; guards against a wrong file. */
  private static final int MAX_BYTES = 256 << 10;

  private static final Set<String> NO_VALUE = Set.of("", "~", "null");

  private final Path file;
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Map<String, Found> found = new LinkedHashMap<>();

  private SettingsFile(Path file) {
    this.file = file;
  }

  /** Returns the values found, by key. */
  static Map<String, Found> read(Path file) {
    return new SettingsFile(file).read();
  }

  private Map<String, Found> read() {
    String text = text();
    if (text.isBlank()) {
      throw refused("the file is empty; write settings into it, or omit --config");
    }
    Optional<Node> root = root(text);
    if (root.isEmpty()) {
      return Map.of(); // comments only
    }
    if (!(root.get() instanceof MappingNode mapping)) {
      throw refused("the file must contain keys with values, such as \"http.port: 8080\"");
    }
    readGroup("", mapping);
    return found;
  }

  private String text() {
    if (Files.isDirectory(file)) {
      throw refused("this is a directory; give --config the path of a YAML file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return utf8(in.readNBytes(MAX_BYTES + 1));
    } catch (NoSuchFileException e) {
      throw refused("the file does not exist; give --config the path of a YAML file");
    } catch (CharacterCodingException e) {
      throw refused("the file is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      throw refused("the file cannot be read; give the user that runs Posthorn read permission");
    }
  }

  private String utf8(byte[] bytes) throws CharacterCodingException {
    if (bytes.length > MAX_BYTES) {
      throw refused(
          "the file is larger than 256KiB, too large for settings; give --config the right file");
    }
    return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private Optional<Node> root(String text) {
    try {
      // Accepts unusual keys here, so that the reader can report them with their line.
      LoadSettings yaml = LoadSettings.builder().setAllowNonScalarKeys(true).build();
      return new Compose(yaml).composeString(text);
    } catch (MarkedYamlEngineException e) {
      String line = e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      throw new SettingsException(file + line + ": " + problem(e) + ".");
    } catch (YamlEngineException e) {
      throw refused("the file is not YAML; it has characters that YAML does not allow");
    }
  }

  /** Uses the message of the scanner only; other messages could quote secrets. */
  private static String problem(MarkedYamlEngineException e) {
    String detail =
        e instanceof ScannerException
            ? " (" + e.getProblem().strip().replaceFirst("\\.$", "") + ")"
            : "";
    return "this is not YAML"
        + detail
        + "; check colons and indentation, and put values that begin with a special character"
        + " into quotes";
  }

  private SettingsException refused(String problem) {
    return new SettingsException(file + ": " + problem + ".");
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
        throw refused(name, line, "it is already set on line " + before + "; keep one of the two");
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
    String refusal = KafkaClientSettings.refusal(name);
    if (refusal != null) {
      return refused(name, line, refusal);
    }
    List<String> names = new ArrayList<>(Catalog.keys());
    names.addAll(Catalog.groups());
    return new SettingsException(
        name + " (" + file + ":" + line + "): unknown setting; " + Catalog.suggestion(name, names));
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
      throw refused(setting.key(), line, "it takes one value, " + setting.type().expected());
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

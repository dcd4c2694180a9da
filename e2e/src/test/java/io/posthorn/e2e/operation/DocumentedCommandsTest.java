package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The blocks of commands in the README and the guides: each is run, in the order of the pages, or
 * is listed here with the reason why it is not. The first word after a fence names the kind of the
 * block; a block of commands is {@code sh}. The sample output in the README has the form of the
 * real output.
 */
@Tag("thorough")
final class DocumentedCommandsTest {
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> LANGUAGES =
      Set.of("sh", "text", "json", "yaml", "http", "java", "typescript", "python", "go");

  /** The README comes first: its commands start the server and make what the others look at. */
  private static final List<String> RUN =
      List.of(
          "README.md",
          "docs/CLI.md",
          "examples/client-java/README.md",
          "examples/scenarios/README.md",
          "docs/OPERATIONS.md");

  private static final Pattern FENCE = Pattern.compile("( *)```(\\w*).*");

  private static final String BENCHMARK = "a benchmark, minutes long; BenchRunTest runs its rows";

  /** Blocks that are not run, by their first line, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry(
              "./posthorn serve --dev         # builds what is shipped, and starts a server",
              "builds everything"),
          Map.entry(
              "mvn -Dquick -DskipTests test-compile -pl server -am",
              "builds with Maven, inside a build with Maven"),
          Map.entry(
              "mvn test -pl core -am -Dtest=CircuitTest -Dsurefire.failIfNoSpecifiedTests=false",
              "builds with Maven, inside a build with Maven"),
          Map.entry(
              "A=\"kafka-acls.sh --bootstrap-server B --add --allow-principal User:posthorn\"",
              "needs Kafka's scripts; TwoNodesTest runs with the same permissions"),
          Map.entry(
              "posthorn parked --config posthorn.yaml                    # name, time, what, why",
              "needs a Kafka engine; NodeTroubleTest and ParkedCommandTest run it"),
          Map.entry(
              "kafka-transactions.sh --bootstrap-server B abort --topic T --partition P"
                  + " --start-offset O",
              "needs Kafka's scripts and a hanging transaction"),
          Map.entry(
              "tar -C /opt -xzf posthorn-0.2.0-linux-x86_64.tar.gz && ln -s"
                  + " posthorn-0.2.0-linux-x86_64 /opt/posthorn",
              "installs a service as root; TarballTest unpacks and starts the tarball"),
          Map.entry(
              "./posthorn bench                         # all rows, in about fifteen minutes",
              BENCHMARK),
          Map.entry(
              "./posthorn bench --against ../before/app/target/posthorn.jar                     #"
                  + " about eight minutes",
              BENCHMARK),
          Map.entry("./posthorn bench --engine kafka          # in under eight minutes", BENCHMARK),
          Map.entry(
              "apt-get install ./posthorn_0.2.0-1_amd64.deb",
              "installs a service as root; DebTest installs it on another machine"),
          Map.entry(
              "docker load --input posthorn-0.2.0-image-amd64.tar",
              "needs a container engine; ImageTest runs the image without one"),
          Map.entry(
              "go mod edit -require=posthorn.example/posthorn@v0.2.0"
                  + " -replace=posthorn.example/posthorn=../posthorn/clients/go",
              "needs Go; GoClientTest builds a receiver whose go.mod has these lines"),
          Map.entry(
              "python3 -m pip wheel --no-deps -w wheels .",
              "needs pip; PythonClientTest builds and installs the wheel"),
          Map.entry(
              "python3 -m pip install -r requirements-dev.txt -e .",
              "needs pip; PythonClientTest runs the same tools"),
          Map.entry(
              "npm ci && npm run build && npm pack",
              "needs npm; TypeScriptClientTest builds and installs the package"),
          Map.entry(
              "helm install posthorn posthorn-chart-0.2.0.tgz --set"
                  + " image.repository=REGISTRY/posthorn",
              "needs a cluster; ChartTest renders the chart"));

  @TempDir Path directory = Path.of("");

  @Test
  void every_block_says_what_it_is() throws IOException {
    assertThat(blocks(pages()))
        .hasSizeGreaterThan(20)
        .allSatisfy(block -> assertThat(block.language()).as(block.location()).isIn(LANGUAGES));
  }

  @Test
  void every_block_of_commands_is_run_or_has_a_reason_why_not() throws IOException {
    List<Block> commands = blocks(pages()).stream().filter(Block::hasCommands).toList();

    assertThat(commands)
        .filteredOn(block -> !NOT_RUN.containsKey(block.lines().getFirst()))
        .allSatisfy(block -> assertThat(block.page()).as(block.location()).isIn(RUN));
    assertThat(commands)
        .extracting(block -> block.lines().getFirst())
        .as("blocks that are not run")
        .containsAll(NOT_RUN.keySet());
  }

  /** Covers the commands that take too long to be run here, in blocks and in sentences. */
  @Test
  void long_commands_have_options_modules_and_tests_that_exist() throws IOException {
    String check = Files.readString(REPOSITORY.resolve("check"));
    String bench =
        Files.readString(REPOSITORY.resolve("bench/src/main/java/io/posthorn/bench/Bench.java"));
    int found = 0;
    for (String page : pages()) {
      String text = Files.readString(REPOSITORY.resolve(page));
      for (MatchResult option : results("\\./check (--[a-z-]+)", text)) {
        assertThat(check).as(page).contains("\n  " + option.group(1) + ") ");
        found++;
      }
      for (MatchResult command : results("\\./posthorn bench( [^#`\n]*)", text)) {
        for (MatchResult option : results("--[a-z]+", command.group(1))) {
          assertThat(bench).as(page).contains('"' + option.group() + '"');
          found++;
        }
      }
      for (MatchResult test : results("mvn .*-pl (\\w+) .*-Dtest=(\\w+)", text)) {
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve(test.group(1) + "/src/test"))) {
          assertThat(files).as(page).anyMatch(file -> file.endsWith(test.group(2) + ".java"));
        }
        found++;
      }
    }
    assertThat(found).isGreaterThan(20);
  }

  private static List<MatchResult> results(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().toList();
  }

  @Test
  void the_commands_work_in_their_order() throws IOException {
    assumeTrue(Files.exists(Path.of("/usr/bin/curl")), "CLI.md uses curl");
    List<Block> commands =
        blocks(RUN).stream()
            .filter(Block::hasCommands)
            .filter(block -> !NOT_RUN.containsKey(block.lines().getFirst()))
            .toList();
    try (DocumentedShell shell = DocumentedShell.in(directory, REPOSITORY)) {
      for (Block block : commands) {
        for (String command : block.commands()) {
          shell.run(block.location(), command);
        }
      }
      assertThat(shell.outputOf("./posthorn subscriptions create"))
          .startsWith("sub_")
          .contains("Secret       whsec_");
      assertThat(shell.outputOf("curl -s")).contains("\"id\":\"task-1-v2\",\"messages\":1");
      assertThat(shell.outputOf("posthorn subscriptions dry-run")).contains("saw 20");
      assertThat(shell.outputOf("posthorn send")).contains("  no       sub_", "saw 20");
      assertThat(shell.outputOf("./posthorn send").lines()).hasSizeGreaterThanOrEqualTo(4);
      assertThat(shell.outputOf("./posthorn messages")).contains("msg_");
      assertThat(shell.outputOf("./posthorn why")).startsWith("msg_");
      List<String> sample = sampleOutput();
      assertThat(forms(shell.outputOf("./posthorn messages")))
          .as("the rows in the README")
          .containsAll(forms(String.join("\n", sample.subList(0, sample.indexOf("...")))));
      assertThat(forms(shell.outputOf("./posthorn why")))
          .as("the explanation in the README")
          .containsExactlyElementsOf(forms(sample.getLast()));
      assertThat(shell.outputOf("posthorn simulate")).contains("frozen");
      assertThat(shell.outputOf("posthorn config --format yaml")).contains("retry");
      assertThat(shell.outputOf("posthorn backup --list")).isNotBlank();
    }
  }

  /** The list of messages in the README, and the explanation of one of them. */
  private static List<String> sampleOutput() throws IOException {
    return blocks(List.of("README.md")).stream()
        .map(Block::lines)
        .filter(lines -> lines.getFirst().startsWith("ID "))
        .findFirst()
        .orElseThrow(() -> new AssertionError("The README has no sample of messages."));
  }

  /**
   * The lines with ids, times, ports and widths of columns replaced, which differ from run to run.
   */
  private static List<String> forms(String text) {
    return text.lines()
        .map(
            line ->
                line.replaceAll("msg_[0-9A-Z]+", "msg_ID")
                    .replaceAll("[0-9]{2}(:[0-9]{2}){2}", "TIME")
                    .replaceAll("127.0.0.1:[0-9]+", "127.0.0.1:PORT"))
        .map(line -> line.replaceAll("in [0-9]+ \\w+\\.", "in 0.").replaceAll(" +", " ").strip())
        .toList();
  }

  private static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(List.of("README.md", "CONTRIBUTING.md", "SECURITY.md"));
    try (Stream<Path> guides = Files.list(REPOSITORY.resolve("docs"));
        Stream<Path> examples = Files.list(REPOSITORY.resolve("examples"));
        Stream<Path> clients = Files.list(REPOSITORY.resolve("clients"))) {
      guides.filter(file -> file.toString().endsWith(".md")).forEach(file -> pages.add(name(file)));
      Stream.concat(examples, clients)
          .map(directory -> directory.resolve("README.md"))
          .filter(Files::exists)
          .forEach(file -> pages.add(name(file)));
    }
    return pages;
  }

  private static String name(Path file) {
    return REPOSITORY.relativize(file).toString();
  }

  private static List<Block> blocks(List<String> pages) throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (String page : pages) {
      List<String> lines = Files.readAllLines(REPOSITORY.resolve(page));
      for (int i = 0; i < lines.size(); i++) {
        Matcher fence = FENCE.matcher(lines.get(i));
        if (fence.matches()) {
          String indent = fence.group(1); // of a block in a list
          int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(indent + "```");
          List<String> block =
              lines.subList(i + 1, end).stream()
                  .map(line -> line.startsWith(indent) ? line.substring(indent.length()) : line)
                  .toList();
          blocks.add(new Block(page, i + 1, fence.group(2), block));
          i = end;
        }
      }
    }
    return blocks;
  }

  /** The lines between two fences of a page. */
  private record Block(String page, int line, String language, List<String> lines) {
    String location() {
      return page + ":" + line;
    }

    boolean hasCommands() {
      return language.equals("sh");
    }

    /** One for each line; a backslash at the end of a line joins it with the next. */
    List<String> commands() {
      List<String> commands = new ArrayList<>();
      StringBuilder open = new StringBuilder();
      for (String line : lines) {
        open.append(line);
        if (line.endsWith("\\")) {
          open.append('\n');
        } else {
          commands.add(open.toString());
          open.setLength(0);
        }
      }
      return commands;
    }
  }
}

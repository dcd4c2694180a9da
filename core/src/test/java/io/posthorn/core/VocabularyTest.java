package io.posthorn.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The vocabulary of the repository: forbidden class names, package names and phrases, checked
 * against the sources, resources, scripts, documents and file names of all modules. Phrases are
 * searched in the words of identifiers too, so they also cover members and variables.
 *
 * <p>Each entry is a private metaphor, a second word for one thing, or a phrase that has a plainer
 * form. Add the old word here when you rename something, so that it does not come back.
 */
final class VocabularyTest {
  /** Camel-case words that no class name contains. */
  private static final Set<String> CLASS_NAME_WORDS =
      Set.of(
          "Allowance",
          "Anchor",
          "Anchors",
          "Answer",
          "Answers",
          "Closeness",
          "Departures",
          "Desk",
          "Desks",
          "Door",
          "Doorkeeper",
          "Doors",
          "Ending",
          "Endings",
          "Fitness",
          "Foreseen",
          "Ground",
          "Grounds",
          "Home",
          "Homes",
          "Impl",
          "Inflow",
          "Keeper",
          "Landing",
          "Machinery",
          "Moment",
          "Moments",
          "News",
          "Newsroom",
          "Onlooker",
          "Ordeal",
          "Parcel",
          "Parcels",
          "Reseal",
          "Resealing",
          "Room",
          "Rooms",
          "Roster",
          "Said",
          "Shelf",
          "Shelves",
          "Sight",
          "Sights",
          "Stage",
          "Staged",
          "Stranger",
          "Strangers",
          "Stretch",
          "Stretches",
          "Surroundings",
          "Territories",
          "Territory",
          "Trim",
          "Trimmed",
          "Trimming",
          "Twin",
          "Twins",
          "Unasked",
          "Util",
          "Visitors",
          "Walls",
          "Wire",
          "Wish");

  /** Class names that are forbidden as a whole; as a part of a name they are fine. */
  private static final Set<String> CLASS_NAMES =
      Set.of(
          "Address",
          "Adoption",
          "Ask",
          "Callers",
          "Chance",
          "Exit",
          "ForAll",
          "KeyEntry",
          "LanesTakeTurns",
          "Mirror",
          "ObjectKey",
          "Opened",
          "Outbox",
          "Overlay",
          "Place",
          "Plan",
          "RedButton",
          "Run",
          "Switch",
          "TakenIds",
          "Visitor",
          "WholeApi");

  /** Packages that have a new name, without {@code io.posthorn}. */
  private static final Set<String> PACKAGES =
      Set.of(
          "bench.row",
          "kafka.log",
          "kafka.shard",
          "server.http.wire",
          "server.node",
          "server.wire",
          "sim.audit");

  /** Phrases in comments, names, messages and documents, in any case and camel case. */
  private static final Set<String> PHRASES =
      Set.of(
          "a look for",
          "a person",
          "all that is gone",
          "allowance",
          "anchor",
          "answer",
          "answered",
          "answering",
          "answers",
          "anybody",
          "are quicker",
          "at home",
          "both would be",
          "by a person",
          "closeness",
          "command desk",
          "delivery switch",
          "departures",
          "desk",
          "desks",
          "dialect",
          "disk keeper",
          "door",
          "doorkeeper",
          "doors",
          "due moment",
          "ended by an exception",
          "endings",
          "event desk",
          "event desks",
          "fall together",
          "for ever",
          "for what is left",
          "foreseen",
          "free place",
          "free places",
          "front door",
          "go on",
          "goes on",
          "grounds",
          "had no turn",
          "half, nine tenths",
          "has its turn",
          "have their turn",
          "hear nothing",
          "heard",
          "hears",
          "home partition",
          "homes",
          "in earnest",
          "in good order",
          "in vain",
          "inflow",
          "is told of",
          "its turn comes",
          "keeper",
          "keepers",
          "machinery",
          "make no turns",
          "may have %d messages waiting",
          "news",
          "newsroom",
          "newsrooms",
          "nobody",
          "of ours",
          "of so many",
          "ordeal",
          "ordeals",
          "parcel",
          "parcels",
          "people",
          "persons",
          "place is free",
          "reading room",
          "reading rooms",
          "red button",
          "red buttons",
          "reseal",
          "resealed",
          "resealing",
          "rooms",
          "roster",
          "same moment",
          "seen to",
          "shelf",
          "shelves",
          "sight",
          "sights",
          "size keeper",
          "so many as",
          "somebody",
          "stranger",
          "strangers",
          "stretch",
          "stretches",
          "surroundings",
          "tell",
          "tells",
          "territories",
          "territory",
          "the desk",
          "the door",
          "the place for",
          "there is no such",
          "these would be more",
          "told",
          "trimming",
          "twin",
          "twins",
          "unanswered",
          "unasked",
          "until a moment",
          "visitors",
          "wait for a place",
          "wait for their turn",
          "waits for a place",
          "waits for its turn",
          "what bends",
          "what can be done",
          "what needs a person",
          "where it gets narrow",
          "whoever");

  /** The names and lines that may use such a word, each with the reason. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "core/src/main/java/io/posthorn/core/store/ShardView.java: Visitor",
          "the visitor pattern",
          "server/src/main/resources/console/parts/chart.js: anchor",
          "an attribute of SVG",
          "server/src/test/java/io/posthorn/server/ApiContract.java: dialect",
          "a method of the JSON Schema library",
          "CHANGELOG.md: reseal",
          "the name in version 0.2.0",
          "CONTRIBUTING.md: answer",
          "the vocabulary itself",
          "CONTRIBUTING.md: a person",
          "the vocabulary itself",
          "CONTRIBUTING.md: dialect",
          "the vocabulary itself");

  private static final Path ROOT = Path.of("..");

  /** The hidden directories that belong to the project. */
  private static final Set<String> HIDDEN_DIRECTORIES = Set.of(".ci", ".mvn");

  private static final Pattern CHECKED =
      Pattern.compile(
          ".*\\.(java|js|mjs|ts|go|html|css|svg|yaml|yml|tpl|toml|json|md|sh|py|properties|options|txt|xml"
              + "|service)"
              + "|[^.]+|jvm\\.config");
  private static final Pattern PACKAGE = Pattern.compile("\\bio\\.posthorn\\.([a-z0-9.]*[a-z0-9])");
  private static final Pattern TYPE =
      Pattern.compile("(?:^|[^.\\w])(?:class|record|interface|enum)\\s+([A-Z]\\w*)");
  private static final Pattern QUESTION_WORD =
      Pattern.compile(
          "(?m)(?:(?:^|[^:])/\\*\\*? |^ *\\* (?:<p>)?|// |^ *[-*]"
              + " (?:\\*\\*)?|^(?:\\*\\*)?|(?<=[a-z)`][.;] ))"
              + "(What|Where|How|Who|Whose|Whether)\\b");
  private static final Pattern SENTENCE_END = Pattern.compile("[.?!](?=\\s|$)|\\*/|\\n\\s*\\n");
  private static final Pattern CAMEL_CASE = Pattern.compile("(?=[A-Z])");
  private static final Pattern PHRASE =
      Pattern.compile(
          PHRASES.stream()
              .map(Pattern::quote)
              .reduce((one, other) -> one + "|" + other)
              .map(any -> "(?<![a-z])(?:" + any + ")(?![a-z])")
              .orElseThrow());

  @Test
  void no_class_has_a_forbidden_name() throws IOException {
    assertThat(findings(".java", VocabularyTest::classNames)).isEmpty();
  }

  @Test
  void no_package_has_a_forbidden_name() throws IOException {
    assertThat(findings("", VocabularyTest::packageNames)).isEmpty();
  }

  @Test
  void no_text_contains_a_forbidden_phrase() throws IOException {
    assertThat(findings("", VocabularyTest::phrases)).isEmpty();
  }

  @Test
  void no_sentence_begins_with_a_question_word_unless_it_asks() throws IOException {
    assertThat(findings(".java", VocabularyTest::falseQuestions)).isEmpty();
    assertThat(findings(".js", VocabularyTest::falseQuestions)).isEmpty();
    assertThat(findings(".md", VocabularyTest::falseQuestions)).isEmpty();
  }

  @Test
  void all_kinds_of_files_are_checked() throws IOException {
    List<String> names = files("").stream().map(VocabularyTest::name).toList();

    assertThat(names)
        .contains(
            ".ci/run",
            "README.md",
            "check",
            "packaging/posthorn.service",
            "docs/ARCHITECTURE.md",
            "docs/adr/README.md",
            "examples/scenarios/README.md",
            "clients/go/client.go",
            "clients/python/src/posthorn/_client.py",
            "clients/typescript/src/client.ts",
            "core/src/main/java/io/posthorn/core/shard/Shard.java",
            "e2e/src/test/openapi/typescript/client.ts",
            "server/src/main/resources/io/posthorn/server/api/openapi.yaml",
            "server/src/main/resources/console/index.html",
            "server/src/main/resources/console/app.js",
            "server/src/main/resources/console/styles/base.css")
        .noneMatch(name -> name.contains("/target/"));
    for (String module : modules()) {
      assertThat(names).as(module).anyMatch(name -> name.startsWith(module + "/src/"));
      assertThat(names).as(module).contains(module + "/pom.xml");
    }
    assertThat(names).filteredOn(name -> name.contains("/src/test/")).hasSizeGreaterThan(400);
    assertThat(names).hasSizeGreaterThan(1_000);
  }

  @Test
  void findings_name_the_line_and_the_word() {
    String text =
        """
        package io.posthorn.kafka.shard;

        /** There is no
         * such thing. */
        final class EventDesk {
          record Address(String text) {}
          record AddressGuard() {}

          void delivery_goes_on() {}
          void deliveryGoesOn() {}
        """;

    assertThat(classNames(text)).containsExactly(found(5, "EventDesk"), found(6, "Address"));
    assertThat(packageNames(text)).containsExactly(found(1, "kafka.shard"));
    assertThat(phrases(text))
        .containsExactly(
            found(3, "there is no such"),
            found(5, "event desk"),
            found(9, "goes on"),
            found(10, "goes on"));
  }

  @Test
  void members_plurals_and_file_names_are_searched_too() {
    String text =
        """
        Set<String> answersInFlight = desks();
        int passesUnasked;
        """;

    assertThat(phrases(text))
        .containsExactly(found(1, "answers"), found(1, "desks"), found(2, "unasked"));
    assertThat(phrases("server/http/ListAnswer.java")).containsExactly(found(1, "answer"));
    assertThat(phrases("the schedule is anchored at acceptance")).isEmpty();
  }

  @Test
  void a_question_word_begins_a_question_only() {
    assertThat(falseQuestions("/** Whether it is due. */")).containsExactly(found(1, "Whether"));
    assertThat(falseQuestions("int n; // How many wait")).containsExactly(found(1, "How"));
    assertThat(falseQuestions("One\nsentence. What follows is another.\n"))
        .containsExactly(found(2, "What"));
    assertThat(falseQuestions("- Where it waits.")).containsExactly(found(1, "Where"));
    assertThat(falseQuestions("What is this? | what it does | Whatever it is.")).isEmpty();
  }

  private static List<String> modules() throws IOException {
    return Pattern.compile("<module>(.*)</module>")
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(module -> module.group(1))
        .toList();
  }

  private record Finding(int line, String word) {}

  private static Finding found(int line, String word) {
    return new Finding(line, word);
  }

  private static List<String> findings(String suffix, Function<String, List<Finding>> check)
      throws IOException {
    List<String> findings = new ArrayList<>();
    for (Path file : files(suffix)) {
      String name = name(file);
      for (Finding one : check.apply(name + "\n" + Files.readString(file))) {
        if (!EXCEPTIONS.containsKey(name + ": " + one.word())) {
          findings.add(name + ":" + (one.line() - 1) + ": " + one.word());
        }
      }
    }
    return findings;
  }

  private static List<Finding> classNames(String text) {
    return TYPE.matcher(text)
        .results()
        .filter(type -> isForbidden(type.group(1)))
        .map(type -> found(lineOf(text, type.start(1)), type.group(1)))
        .toList();
  }

  private static boolean isForbidden(String className) {
    return CLASS_NAMES.contains(className)
        || CAMEL_CASE.splitAsStream(className).anyMatch(CLASS_NAME_WORDS::contains);
  }

  private static List<Finding> packageNames(String text) {
    return PACKAGE
        .matcher(text)
        .results()
        .filter(found -> isForbiddenPackage(found.group(1)))
        .map(found -> found(lineOf(text, found.start(1)), found.group(1)))
        .toList();
  }

  private static boolean isForbiddenPackage(String name) {
    return PACKAGES.stream().anyMatch(old -> name.equals(old) || name.startsWith(old + "."));
  }

  /** Joins the lines first, because phrases in comments wrap. */
  private static List<Finding> phrases(String text) {
    StringBuilder joined = new StringBuilder();
    TreeMap<Integer, Integer> lines = new TreeMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      lines.put(joined.length(), ++number);
      joined.append(words(line)).append(' ');
    }
    List<Finding> findings = new ArrayList<>();
    Matcher phrase = PHRASE.matcher(joined);
    while (phrase.find()) {
      int line = Objects.requireNonNull(lines.floorEntry(phrase.start())).getValue();
      findings.add(found(line, phrase.group()));
    }
    return findings;
  }

  /** The text of a line with identifiers split into words, in lower case. */
  private static String words(String line) {
    return line.strip()
        .replaceFirst("^(//|\\*|#) ?", "")
        .replace('_', ' ')
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }

  /** Sentences of comments and documents that begin like a question and ask nothing. */
  private static List<Finding> falseQuestions(String text) {
    return QUESTION_WORD
        .matcher(text)
        .results()
        .filter(word -> !asks(text, word.end()))
        .map(word -> found(lineOf(text, word.start(1)), word.group(1)))
        .toList();
  }

  /** Returns whether the sentence that has begun ends with a question mark. */
  private static boolean asks(String text, int from) {
    Matcher end = SENTENCE_END.matcher(text);
    return end.find(from) && end.group().startsWith("?");
  }

  private static int lineOf(String text, int offset) {
    return (int) text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  /** The checked files; without this one, which has to quote what it forbids. */
  private static List<Path> files(String suffix) throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            String name = Objects.requireNonNull(directory.getFileName()).toString();
            boolean skipped =
                name.equals("target")
                    || name.equals("node_modules")
                    || (name.startsWith(".")
                        && !directory.equals(ROOT)
                        && !HIDDEN_DIRECTORIES.contains(name));
            return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = Objects.requireNonNull(file.getFileName()).toString();
            if (CHECKED.matcher(name).matches()
                && name.endsWith(suffix)
                && !name.equals("VocabularyTest.java")) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}

package io.posthorn.e2e.library;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ReceiverContract;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The receiver for Spring, with the Java client. Without Maven it is skipped. */
@Tag("thorough")
final class SpringReceiverTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"), "bin");
  private static final Path CLIENT = Path.of("../client/target/classes").toAbsolutePath();

  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @Test
  void it_verifies(@TempDir Path directory) throws Exception {
    Path source = new Workspace(directory).copy("examples/receivers/spring");
    String classPath = springClassPath(source) + File.pathSeparator + CLIENT;
    InstalledTool.succeed(
        source,
        Map.of(),
        JDK.resolve("javac").toString(),
        "-Xlint:all,-classfile,-path,-processing,-serial",
        "-cp",
        classPath,
        "-d",
        "classes",
        "Receiver.java");

    try (ExampleReceiver receiver =
        ExampleReceiver.start(
            source,
            ReceiverContract.SECRET,
            JDK.resolve("java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            "classes" + File.pathSeparator + classPath,
            "Receiver")) {
      ReceiverContract.check(SERVER.platform(), "FOR_SPRING", receiver);
    }
  }

  private static String springClassPath(Path source) throws IOException {
    InstalledTool.require(source, "apt-get install maven", "mvn", "--version");
    InstalledTool.succeed(
        source,
        Map.of(),
        "mvn",
        "-q",
        "-B",
        "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath",
        "-Dmdep.outputFile=class-path.txt");
    return Files.readString(source.resolve("class-path.txt")).strip();
  }
}

package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages of the client libraries, installed as their users install them. */
@Tag("release")
final class ClientPackagesTest {
  @TempDir Path directory = Path.of("");

  @Test
  void the_npm_tarball() throws IOException {
    InstalledTool.require(directory, "apt-get install npm", "npm", "--version");
    Files.writeString(directory.resolve("package.json"), "{\"type\": \"module\"}");

    Artefacts.run(
        directory, "npm", "install", "--offline", "--no-audit", file("posthorn-client-%s.tgz"));

    assertThat(
            Artefacts.run(
                directory,
                "node",
                "-e",
                "import('posthorn-client').then(all => console.log(typeof all.Posthorn))"))
        .isEqualToIgnoringNewLines("function");
    assertThat(directory.resolve("node_modules/posthorn-client/dist/src/index.d.ts")).exists();
  }

  @Test
  void the_wheel_and_the_sources_for_python() {
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    String python = directory.resolve("venv/bin/python").toString();
    String wheel = file("posthorn_client-%s-py3-none-any.whl");

    Artefacts.run(directory, python, "-m", "pip", "install", "--quiet", "--no-index", wheel);

    assertThat(
            Artefacts.run(directory, python, "-c", "import posthorn; print(posthorn.__version__)"))
        .isEqualToIgnoringNewLines(Artefacts.VERSION);
    assertThat(Artefacts.run(directory, "tar", "-tzf", file("posthorn_client-%s.tar.gz")).lines())
        .contains(
            "posthorn_client-" + Artefacts.VERSION + "/src/posthorn/__init__.py",
            "posthorn_client-" + Artefacts.VERSION + "/pyproject.toml",
            "posthorn_client-" + Artefacts.VERSION + "/LICENSE");
  }

  @Test
  void the_go_module_from_a_proxy() throws IOException {
    InstalledTool.require(directory, "apt-get install golang-go", "go", "version");
    String module = "posthorn.example/posthorn";
    Path versions = Files.createDirectories(directory.resolve("proxy/" + module + "/@v"));
    String version = "v" + Artefacts.VERSION;
    Files.writeString(versions.resolve(version + ".info"), "{\"Version\":\"" + version + "\"}");
    Files.copy(
        Artefacts.REPOSITORY.resolve("clients/go/go.mod"), versions.resolve(version + ".mod"));
    Files.copy(Path.of(file("posthorn-client-go-%s.zip")), versions.resolve(version + ".zip"));
    Files.writeString(
        directory.resolve("main.go"),
        "package main\nimport \""
            + module
            + "\"\nfunc main() { println(posthorn.ClientVersion) }\n");
    Map<String, String> variables =
        Map.of(
            "GOPROXY",
            "file://" + directory.resolve("proxy"),
            "GONOSUMDB",
            "*",
            "GOFLAGS",
            "-modcacherw",
            "GOMODCACHE",
            directory.resolve("modules").toString());

    InstalledTool.succeed(directory, variables, "go", "mod", "init", "example");
    InstalledTool.succeed(directory, variables, "go", "get", module + "@" + version);
    assertThat(InstalledTool.succeed(directory, variables, "go", "run", "."))
        .contains(Artefacts.VERSION);
  }

  @Test
  void the_jar_for_java() {
    assertThat(
            Artefacts.run(
                directory,
                System.getProperty("java.home") + "/bin/javap",
                "-cp",
                file("posthorn-client-%s.jar"),
                "io.posthorn.client.PosthornClient"))
        .contains("class io.posthorn.client.PosthornClient");
  }

  private static String file(String name) {
    return Artefacts.file(name.formatted(Artefacts.VERSION)).toString();
  }
}

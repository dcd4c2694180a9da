package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environment and system properties are those of a whole process, so it is one of its own. */
class NoProxyFromEnvironmentTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void requests_take_no_proxy_from_the_environment_or_from_properties_of_the_jdk()
      throws IOException, InterruptedException {
    try (ScriptedServer receiver = ScriptedServer.plain(always(OK));
        ScriptedServer proxy = ScriptedServer.plainAt("127.0.0.1", 0, always(OK))) {
      Path output = folder.resolve("output");
      String port = Integer.toString(proxy.port());
      ProcessBuilder sending =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Djava.net.useSystemProxies=true",
              "-Dhttp.proxyHost=127.0.0.1",
              "-Dhttp.proxyPort=" + port,
              "-Dhttps.proxyHost=127.0.0.1",
              "-Dhttps.proxyPort=" + port,
              "-DsocksProxyHost=127.0.0.1",
              "-DsocksProxyPort=" + port,
              "-Dhttp.nonProxyHosts=",
              "-cp",
              System.getProperty("java.class.path"),
              Sending.class.getName(),
              receiver.url("receiver.test"));
      String url = "http://127.0.0.1:" + port;
      for (String name : new String[] {"http_proxy", "https_proxy", "all_proxy"}) {
        sending.environment().putAll(Map.of(name, url, name.toUpperCase(Locale.ROOT), url));
      }
      Process process = sending.redirectErrorStream(true).redirectOutput(output.toFile()).start();

      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(Files.readAllLines(output)).last().isEqualTo("200");
      assertThat(receiver.received()).hasSize(1);
      assertThat(proxy.connections()).isZero();
    }
  }

  /** Sends one message. */
  static final class Sending {
    private Sending() {}

    public static void main(String[] arguments) {
      try (TestSender sender = new TestSender()) {
        sender.resolver.resolves("receiver.test", "127.0.0.1");
        System.out.println(sender.send(arguments[0]).status());
      }
    }
  }
}

package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.HttpSettings;
import org.junit.jupiter.api.Test;

/** What a start says of where the server is. */
final class ServerAddressTest {
  @Test
  void the_usual_address_needs_no_variable() {
    String address = ServerAddress.of(new HttpSettings("127.0.0.1", 8080, null, false), 8080);

    assertThat(address).isEqualTo("http://127.0.0.1:8080");
    assertThat(ServerAddress.variable(address)).isEmpty();
  }

  @Test
  void another_port_or_host_is_told_to_the_commands() {
    HttpSettings anyPort = new HttpSettings("127.0.0.1", 0, null, false);
    HttpSettings version6 = new HttpSettings("::1", 8080, null, false);

    assertThat(ServerAddress.variable(ServerAddress.of(anyPort, 8085)))
        .contains("export POSTHORN_URL=http://127.0.0.1:8085");
    assertThat(ServerAddress.variable(ServerAddress.of(version6, 8080)))
        .contains("export POSTHORN_URL=http://[::1]:8080");
  }
}

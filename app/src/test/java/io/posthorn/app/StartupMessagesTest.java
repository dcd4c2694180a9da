package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.server.settings.HttpSettings;
import org.junit.jupiter.api.Test;

/** The address that a start prints. */
final class StartupMessagesTest {
  @Test
  void the_usual_address_needs_no_variable() {
    String address =
        StartupMessages.address(new HttpSettings("127.0.0.1", 8080, null, false), 8080);

    assertThat(address).isEqualTo("http://127.0.0.1:8080");
    assertThat(StartupMessages.variable(address)).isEmpty();
  }

  @Test
  void another_port_or_host_is_printed_for_the_commands() {
    HttpSettings anyPort = new HttpSettings("127.0.0.1", 0, null, false);
    HttpSettings version6 = new HttpSettings("::1", 8080, null, false);

    assertThat(StartupMessages.variable(StartupMessages.address(anyPort, 8085)))
        .contains("export POSTHORN_URL=http://127.0.0.1:8085");
    assertThat(StartupMessages.variable(StartupMessages.address(version6, 8080)))
        .contains("export POSTHORN_URL=http://[::1]:8080");
  }
}

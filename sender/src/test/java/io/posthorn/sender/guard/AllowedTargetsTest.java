package io.posthorn.sender.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedTargetsTest {
  private static boolean allows(String target, String address) {
    return AllowedTargets.parse(List.of(target))
        .allow("acme", IpNetwork.bytes(InetAddress.ofLiteral(address)));
  }

  @Test
  void networks_addresses_and_networks_of_a_customer_are_understood() {
    assertThat(allows("10.0.0.0/8", "10.255.0.1")).isTrue();
    assertThat(allows(" 10.0.0.0/8 ", "11.0.0.1")).isFalse();
    assertThat(allows("192.168.1.7", "192.168.1.7")).isTrue();
    assertThat(allows("192.168.1.7", "192.168.1.8")).isFalse();
    assertThat(allows("fd00::/8", "fdff::1")).isTrue();
    assertThat(allows("::/0", "fe80::1")).isTrue();
    assertThat(allows("::/0", "10.0.0.1")).isFalse();
    assertThat(allows("0.0.0.0/0", "10.0.0.1")).isTrue();
    assertThat(allows("acme = 10.0.0.0/9", "10.127.0.1")).isTrue();
    assertThat(allows("acme=10.0.0.0/9", "10.128.0.1")).isFalse();
    assertThat(allows("other=10.0.0.0/9", "10.0.0.1")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/33, prefix",
    "10.0.0.0/-1, prefix",
    "10.0.0.0/, prefix",
    "10.0.0.0/x, prefix",
    "fd00::/129, prefix",
    "10.0.0.1/8, 10.0.0.0/8",
    "10/8, not a network",
    "10.0.0/8, not a network",
    "localhost, not a network",
    "[::1], not a network",
    "=10.0.0.0/8, names no customer",
    "acme=, not a network",
    "'', not a network"
  })
  void a_bad_entry_is_named_with_what_to_write(String target, String hint) {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class, () -> AllowedTargets.parse(List.of("127.0.0.1", target)));

    assertThat(refusal).isNotNull();
    assertThat(refusal.errors())
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.pointer()).isEqualTo("/security/allowed-targets/1");
              assertThat(error.detail()).contains("\"" + target + "\"", hint);
            });
  }

  @Test
  void every_bad_entry_is_told() {
    InvalidInputException refusal =
        catchThrowableOfType(
            InvalidInputException.class, () -> AllowedTargets.parse(List.of("x", "::1", "y")));

    assertThat(refusal.errors())
        .extracting(FieldError::pointer)
        .containsExactly("/security/allowed-targets/0", "/security/allowed-targets/2");
  }
}

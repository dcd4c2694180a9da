package io.posthorn.sender.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTargetsTest {
  private static boolean allows(String target, String address) {
    return new AllowedTargets(List.of(AllowedTarget.of(target)))
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
  @ValueSource(
      strings = {
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/+8",
        "10.0.0.0/",
        "10.0.0.0/x",
        "10.0.0.0/8/8",
        "fd00::/129",
        "10/8",
        "10.0.0/8",
        "10.0.0.256",
        "0x7f.0.0.1",
        "2130706433",
        "localhost",
        "[::1]",
        "fe80::1%1",
        "::1%lo",
        ":",
        "1:2",
        "::ffff:10.0.0.0/104",
        "=10.0.0.0/8",
        "acme=",
        "acme=other=10.0.0.0/8",
        ""
      })
  void anything_else_is_no_target(String text) {
    assertThat(AllowedTarget.parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1/8, 10.0.0.0/8",
    "acme=10.1.0.0/9, 10.0.0.0/9",
    "fd00::1/8, fd00::/8",
    "2001:db8:0:1::/48, 2001:db8::/48"
  })
  void the_error_of_a_network_with_bits_behind_its_prefix_names_the_right_one(
      String text, String right) {
    assertThatThrownBy(() -> AllowedTarget.parse(text))
        .isInstanceOf(IpNetwork.HostBitsException.class)
        .hasMessageContaining("write " + right + " for the whole network");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0/8",
    "10.0.0.1, 10.0.0.1/32",
    "::ffff:10.0.0.1, 10.0.0.1/32",
    "FD00:0:0::/8, fd00::/8",
    "::1, ::1/128",
    "acme = ::/0, acme=::/0"
  })
  void a_target_is_written_as_users_write_it(String text, String written) {
    AllowedTarget target = AllowedTarget.of(text);

    assertThat(target).hasToString(written).isEqualTo(AllowedTarget.of(written));
  }
}

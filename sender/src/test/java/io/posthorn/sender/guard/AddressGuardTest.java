package io.posthorn.sender.guard;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.ScriptedResolver;
import io.posthorn.sender.ScriptedServer;
import io.posthorn.sender.TestMessage;
import io.posthorn.sender.TestSender;
import io.posthorn.sender.guard.AddressGuard.Allowed;
import io.posthorn.sender.guard.AddressGuard.Refused;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressGuardTest {
  private static final TargetUrl URL = TargetUrl.parse("https://receiver.test/");
  private static final AddressGuard GUARD = new AddressGuard(AllowedTargets.NONE, true);

  private static AddressGuard allowing(String... targets) {
    return new AddressGuard(
        new AllowedTargets(Arrays.stream(targets).map(AllowedTarget::of).toList()), true);
  }

  private static AddressGuard.Verdict verdict(AddressGuard guard, String... addresses) {
    List<InetAddress> all = Arrays.stream(addresses).map(InetAddress::ofLiteral).toList();
    return guard.examine("acme", URL, all);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "127.255.255.254, loopback",
    "10.0.0.0, private",
    "10.255.255.255, private",
    "172.16.0.1, private",
    "172.31.255.255, private",
    "192.168.1.1, private",
    "169.254.0.1, link-local",
    "169.254.169.254, metadata",
    "168.63.129.16, metadata",
    "100.100.100.200, metadata",
    "100.64.0.0, carrier",
    "100.127.255.255, carrier",
    "0.0.0.0, this network",
    "0.1.2.3, this network",
    "224.0.0.1, multicast",
    "239.255.255.255, multicast",
    "240.0.0.1, reserved",
    "255.255.255.254, reserved",
    "255.255.255.255, broadcast",
    "198.18.0.1, benchmarks",
    "198.19.255.255, benchmarks",
    "192.0.0.8, protocols",
    "192.0.2.1, documentation",
    "198.51.100.1, documentation",
    "203.0.113.255, documentation",
    "192.88.99.1, 6to4",
    "::, unspecified",
    "::1, loopback",
    "::7f00:1, IPv4-compatible",
    "::808:808, IPv4-compatible",
    "::ffff:10.0.0.1, private",
    "::ffff:169.254.169.254, metadata",
    "fc00::1, private",
    "fd12:3456::1, private",
    "fdff:ffff::1, private",
    "fd00:ec2::254, metadata",
    "fe80::1, link-local",
    "febf::1, link-local",
    "fec0::1, site-local",
    "ff02::1, multicast",
    "64:ff9b::7f00:1, loopback address in its NAT64 form",
    "64:ff9b::a00:1, private address in its NAT64 form",
    "64:ff9b::a9fe:a9fe, metadata address of a cloud in its NAT64 form",
    "64:ff9b:1::808:808, local NAT64",
    "2002:7f00:1::1, loopback address in its 6to4 form",
    "2002:c0a8:101::1, private address in its 6to4 form",
    "2002:a9fe:a9fe::1, metadata address of a cloud in its 6to4 form",
    "2001:0:808:808:0:0:80ff:fffe, loopback address in its Teredo form",
    "2001:0:808:808:0:0:f5ff:fffe, private address in its Teredo form",
    "2001:0:a00:1:0:0:f7f7:f7f7, private address in its Teredo form",
    "2001:db8::1, documentation",
    "3fff::1, documentation",
    "2001:2::1, benchmarks",
    "100::1, discard-only",
    "4000::1, reserved",
    "5f00::1, reserved"
  })
  void a_special_address_is_refused_with_what_it_is_and_the_setting_that_would_allow_it(
      String address, String what) {
    assertThat(verdict(GUARD, address))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains(
                        InetAddress.ofLiteral(address).getHostAddress(),
                        what,
                        "security.allowed-targets"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8.8.8.8",
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
        "64:ff9b::808:808",
        "2002:808:808::1",
        "2001:0:808:808:0:0:f7f7:f7f7",
        "2001:4860:4860::8888"
      })
  void a_public_address_is_allowed(String address) {
    assertThat(verdict(GUARD, address))
        .isEqualTo(new Allowed(List.of(InetAddress.ofLiteral(address))));
  }

  @Test
  void an_ipv4_address_embedded_in_ipv6_is_recognised_in_every_form() throws UnknownHostException {
    byte[] mapped = new byte[16];
    mapped[10] = -1;
    mapped[11] = -1;
    mapped[12] = 10;
    InetAddress raw = Inet6Address.getByAddress(null, mapped, 0);

    assertThat(raw).isInstanceOf(Inet6Address.class);
    assertThat(GUARD.examine("acme", URL, List.of(raw))).isInstanceOf(Refused.class);
    assertThat(allowing("10.0.0.0/8").examine("acme", URL, List.of(raw)))
        .isInstanceOf(Allowed.class);
  }

  @Test
  void of_public_and_private_addresses_together_only_the_public_ones_are_used() {
    assertThat(verdict(GUARD, "10.0.0.1", "8.8.8.8", "::1", "2606:4700::1111"))
        .isEqualTo(
            new Allowed(
                List.of(
                    InetAddress.ofLiteral("8.8.8.8"), InetAddress.ofLiteral("2606:4700::1111"))));
  }

  @Test
  void an_allowed_target_is_allowed_up_to_its_edges() {
    AddressGuard guard = allowing("10.1.0.0/16", "fd00:1::/32", "127.0.0.1");

    assertThat(verdict(guard, "10.1.0.0")).isInstanceOf(Allowed.class);
    assertThat(verdict(guard, "10.1.255.255")).isInstanceOf(Allowed.class);
    assertThat(verdict(guard, "10.2.0.0")).isInstanceOf(Refused.class);
    assertThat(verdict(guard, "10.0.255.255")).isInstanceOf(Refused.class);
    assertThat(verdict(guard, "fd00:1:ffff::1")).isInstanceOf(Allowed.class);
    assertThat(verdict(guard, "fd00:2::1")).isInstanceOf(Refused.class);
    assertThat(verdict(guard, "127.0.0.1")).isInstanceOf(Allowed.class);
    assertThat(verdict(guard, "127.0.0.2")).isInstanceOf(Refused.class);
  }

  @Test
  void a_target_that_is_allowed_in_ipv4_is_not_allowed_through_a_gateway() {
    assertThat(verdict(allowing("10.0.0.0/8"), "64:ff9b::a00:1")).isInstanceOf(Refused.class);
    assertThat(verdict(allowing("64:ff9b::/96"), "64:ff9b::a00:1")).isInstanceOf(Allowed.class);
  }

  @Test
  void a_target_of_one_customer_is_refused_to_others() {
    AddressGuard guard = allowing("acme=10.0.0.0/8");
    List<InetAddress> address = List.of(InetAddress.ofLiteral("10.0.0.1"));

    assertThat(guard.examine("acme", URL, address)).isInstanceOf(Allowed.class);
    assertThat(guard.examine("other", URL, address)).isInstanceOf(Refused.class);
  }

  @Test
  void plain_http_goes_to_allowed_targets_only() {
    TargetUrl http = TargetUrl.parse("http://receiver.test/");
    List<InetAddress> open = List.of(InetAddress.ofLiteral("8.8.8.8"));

    assertThat(GUARD.examine("acme", http, open))
        .isInstanceOfSatisfying(
            Refused.class,
            refused ->
                assertThat(refused.reason())
                    .contains("http", "8.8.8.8", "security.allowed-targets"));
    assertThat(allowing("8.8.8.0/24").examine("acme", http, open)).isInstanceOf(Allowed.class);
    assertThat(new AddressGuard(AllowedTargets.NONE, false).examine("acme", http, open))
        .isInstanceOf(Allowed.class);
  }

  @Test
  void a_url_is_checked_at_creation_with_the_addresses_of_now() {
    ScriptedResolver resolver =
        new ScriptedResolver()
            .resolves("inside.test", "10.0.0.9")
            .resolves("outside.test", "8.8.8.8");

    assertThat(GUARD.check("acme", TargetUrl.parse("https://inside.test/"), resolver))
        .hasValueSatisfying(
            refused ->
                assertThat(refused.reason())
                    .isEqualTo(
                        "The host inside.test has the address 10.0.0.9, a private address, and"
                            + " requests go to public addresses only; to allow it, add its network"
                            + " to security.allowed-targets."));
    assertThat(GUARD.check("acme", TargetUrl.parse("https://outside.test/"), resolver)).isEmpty();
    assertThat(GUARD.check("acme", TargetUrl.parse("https://unknown.test/"), resolver)).isEmpty();
    assertThat(GUARD.check("acme", TargetUrl.parse("https://[::1]/"), resolver))
        .hasValueSatisfying(refused -> assertThat(refused.outward()).contains("loopback"));
  }

  @Test
  void the_refusal_does_not_reveal_the_internal_address_of_a_name() {
    ScriptedResolver resolver =
        new ScriptedResolver()
            .resolves("inside.test", "10.0.0.9")
            .resolves("outside.test", "8.8.8.8");

    assertThat(GUARD.check("acme", TargetUrl.parse("https://inside.test/"), resolver))
        .hasValueSatisfying(
            refused ->
                assertThat(refused.outward())
                    .isEqualTo(
                        "The host inside.test has an address that is not public, and requests go"
                            + " to public addresses only; to allow it, add its network to"
                            + " security.allowed-targets."));
    assertThat(GUARD.check("acme", TargetUrl.parse("http://outside.test/"), resolver))
        .hasValueSatisfying(
            refused ->
                assertThat(refused.outward()).contains("outside.test").doesNotContain("8.8.8.8"));
  }

  @Test
  void a_blocked_address_is_never_connected_to() throws IOException {
    try (TestSender testSender = new TestSender();
        ScriptedServer server = ScriptedServer.plainAt("127.0.0.2", 0, always(OK))) {
      testSender.resolver.resolves("receiver.test", "127.0.0.2");

      for (String host : List.of("receiver.test", "127.0.0.2")) {
        Outcome outcome = testSender.send(server.url(host));

        assertThat(outcome.error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
        assertThat(outcome.detail()).contains("127.0.0.2", "security.allowed-targets");
      }
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void a_name_that_means_another_address_later_gains_nothing() throws IOException {
    try (TestSender testSender = new TestSender();
        ScriptedServer server = ScriptedServer.plain(always(OK));
        ScriptedServer trap = ScriptedServer.plainAt("127.0.0.2", server.port(), always(OK))) {
      testSender
          .resolver
          .resolves("receiver.test", "127.0.0.1")
          .resolves("receiver.test", "127.0.0.2")
          .resolves("receiver.test", "127.0.0.1");
      String url = server.url("receiver.test");

      assertThat(testSender.send(url).success()).isTrue();
      // The first connection is still open, and the second address has a listener too.
      assertThat(testSender.send(url).error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
      assertThat(testSender.send(url).success()).isTrue();
      assertThat(server.connections()).isEqualTo(1);
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void another_customers_open_connection_gains_nothing() throws IOException {
    AllowedTargets acmeOnly = new AllowedTargets(List.of(AllowedTarget.of("acme=127.0.0.1")));
    try (TestSender testSender = new TestSender(TestSender.LOCAL.withAllowedTargets(acmeOnly));
        ScriptedServer server = ScriptedServer.plain(always(OK))) {
      assertThat(testSender.send(TestMessage.to(server.url())).success()).isTrue();
      assertThat(testSender.sender.idleConnections()).isEqualTo(1);

      Outcome outcome = testSender.send(TestMessage.to(server.url()).of("other"));

      assertThat(outcome.error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
      assertThat(server.received()).hasSize(1);
    }
  }

  @Test
  void the_sender_reports_a_refusal_before_anything_is_sent() {
    try (TestSender testSender = new TestSender()) {
      testSender.resolver.resolves("inside.test", "10.0.0.9");

      assertThat(check(testSender, "https://inside.test/"))
          .isInstanceOfSatisfying(
              Refused.class, refused -> assertThat(refused.reason()).contains("10.0.0.9"));
    }
  }

  private static AddressGuard.Verdict check(TestSender testSender, String url) {
    return testSender.sender.check("acme", TargetUrl.parse(url)).join();
  }

  @Test
  void a_name_that_does_not_resolve_is_not_refused_but_reported() {
    try (TestSender testSender = new TestSender()) {
      assertThat(check(testSender, "https://unknown.test/"))
          .isEqualTo(new AddressGuard.Unresolved("unknown.test"));
      assertThat(check(testSender, "http://unknown.test/"))
          .as("a network is allowed, and the name may come to lie in it")
          .isEqualTo(new AddressGuard.Unresolved("unknown.test"));
    }
  }

  @Test
  void an_http_target_is_refused_when_no_allowed_network_could_ever_fit() {
    try (TestSender strict =
        new TestSender(TestSender.LOCAL.withAllowedTargets(AllowedTargets.NONE))) {
      assertThat(check(strict, "http://unknown.test/"))
          .isInstanceOfSatisfying(
              Refused.class,
              refused ->
                  assertThat(refused.outward())
                      .contains("plain http", "use https", "security.allowed-targets"));
    }
    AllowedTargets ofOther = new AllowedTargets(List.of(AllowedTarget.of("other=10.0.0.0/8")));
    try (TestSender others = new TestSender(TestSender.LOCAL.withAllowedTargets(ofOther))) {
      assertThat(check(others, "http://unknown.test/")).isInstanceOf(Refused.class);
    }
  }

  /** The first form of SVIXSEC-2026-0001: an address in brackets that is not seen as one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://[::ffff:0a01:0203]/some/malicious/path",
        "https://[::ffff:c0a8:0001]/",
        "https://[::ffff:10.1.2.3]/",
        "https://[2001:db8::cafe:d00d]/",
        "https://[::1]/",
        "https://[fd00::1]:8443/",
      })
  void svixsec_2026_0001_first_form_an_address_in_brackets_is_refused_like_the_address(String url) {
    try (TestSender testSender = new TestSender()) {
      assertThat(check(testSender, url)).isInstanceOf(Refused.class);
      assertThat(testSender.send(url).error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
    }
  }

  /** The second form: ranges that a list of the usual private ones leaves out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "224.0.0.251",
        "192.88.99.7",
        "255.255.255.255",
        "64:ff9b::7f00:1",
        "64:ff9b:1::a00:1",
        "2002:a00:1::",
        "2001:0:a00:1::",
        "100::1",
        "fec0::1",
        "::ffff:0:127.0.0.1",
        "0:0:0:ffff::1",
        "5f00::1",
      })
  void svixsec_2026_0001_second_form_a_range_that_usual_lists_leave_out_is_refused(String address) {
    assertThat(verdict(GUARD, address)).isInstanceOf(Refused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2a00:1450::5efe:10.0.0.1",
        "2a00:1450::5efe:127.0.0.1",
        "2a00:1450::200:5efe:192.168.1.1",
        "2a00:1450:0:1:200:5efe:a9fe:a9fe",
        "2002:808:808::5efe:10.0.0.1",
      })
  void an_isatap_form_of_a_private_address_is_refused(String address) {
    assertThat(verdict(GUARD, address))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.reason()).contains("ISATAP"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2a00:1450::5efe:8.8.8.8", "2a00:1450::1:5efe:10.0.0.1"})
  void an_isatap_form_of_a_public_address_and_what_only_looks_like_isatap_passes(String address) {
    assertThat(verdict(GUARD, address)).isInstanceOf(Allowed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "https, 10.0.0.9, true",
    "https, 127.0.0.1, true",
    "https, 93.184.216.34, false",
    "http, 93.184.216.34, true",
    "http, 10.0.0.9, true"
  })
  void an_address_is_only_reachable_if_allowed_where_the_defaults_would_refuse_it(
      String scheme, String address, boolean expected) throws UnknownHostException {
    AddressGuard guard = new AddressGuard(AllowedTargets.NONE, true);

    assertThat(
            guard.isOnlyReachableIfAllowed(
                TargetUrl.parse(scheme + "://receiver.example/"), InetAddress.getByName(address)))
        .isEqualTo(expected);
  }

  @Test
  void an_outcome_keeps_whether_its_address_was_in_an_allowed_network() throws IOException {
    try (TestSender sender = new TestSender();
        ScriptedServer server = ScriptedServer.plain(always(OK))) {
      Outcome onNewConnection = sender.send(server.url());
      Outcome onReusedConnection = sender.send(server.url());
      Outcome refused = sender.send("http://127.0.0.1:1/");

      assertThat(onNewConnection.inAllowedNetwork()).isTrue();
      assertThat(onReusedConnection.inAllowedNetwork()).isTrue();
      assertThat(refused.error()).isEqualTo(ErrorKind.REFUSED);
      assertThat(refused.inAllowedNetwork()).isTrue();
    }
  }
}

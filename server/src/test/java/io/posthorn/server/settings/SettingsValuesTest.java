package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.RetentionRules;
import io.posthorn.core.shard.protocol.Rules;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The formats and bounds of values, and constraints between settings. */
final class SettingsValuesTest {
  private static final String DURATIONS = ", such as 500ms, 5s, 10m, 72h or 30d";
  private static final String SIZES = "such as 64KiB, 256MiB, 1GiB or a plain number of bytes";
  private static final String TARGETS = "a network such as 10.0.0.0/8, or customer=10.0.0.0/8";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          retry.limit=1 | retry.limit=40,retry.unit=1ms
          retry.jitter=0 | retry.jitter=1
          retry.jitter=0.000001 | retry.jitter=100%
          retry.unit=1ms | retry.unit=36500d,retry.limit=5
          circuit.window=48ms | circuit.disable.min-attempts=0
          circuit.disable.failure-rate=0 | circuit.disable.failure-rate=1.0
          http.port=0 | http.port=65535
          delivery.timeout=30s | delivery.timeout=1ms
          data.min-free=0 | data.min-free=8191TiB
          retention.max-bytes=1 | retention.max-bytes=100%
          http.host=localhost | http.host=127.3.2.1
          http.host=0.0.0.0,http.behind-proxy=true | http.host=::,http.tls.certificate=c,http.tls.key=k
          http.port=0,ops.port=0 | http.host=posthorn.internal,http.behind-proxy=true
          """)
  void values_at_their_bounds_are_accepted(String one, String other) {
    assertThat(load(one)).isNotNull();
    assertThat(load(other)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          retry.limit=0 | "0" is not a whole number from 1 to 40 (each retry waits twice as long)
          retry.limit=41 | "41" is not a whole number from 1 to 40 (each retry waits twice as long)
          retry.limit=1.5 | "1.5" is not a whole number from 1 to 40 (each retry waits twice as long)
          retry.jitter=1.1 | "1.1" is not a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%
          retry.jitter=-0.1 | "-0.1" is not a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%
          retry.jitter=0.0000001 | "0.0000001" is not a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%
          http.port=65536 | "65536" is not a whole number from 0 to 65535 (0 takes any free port)
          http.host=http://x | "http://x" is not a host name or address, such as localhost, 127.0.0.1 or ::1
          http.host=127.1 | "127.1" is not a host name or address, such as localhost, 127.0.0.1 or ::1
          http.host=localhost:80 | "localhost:80" is not a host name or address, such as localhost, 127.0.0.1 or ::1
          http.behind-proxy=yes | "yes" is not true or false
          engine=rabbit | "rabbit" is not embedded or kafka
          engine=Embedded | "Embedded" is not embedded or kafka
          delivery.authorization=basic | "basic" is not bearer or raw
          delivery.bind-address=192.0.2.1 | "192.0.2.1" is not an IP address of this machine
          delivery.proxy=https://proxy.example.com | it must have the form http://host:port
          otlp.sample-ratio=2 | "2" is not a number from 0 to 1 with at most 6 decimal places, such as 0.7, or 70%
          otlp.endpoint=collector:4318 | the URL must begin with https:// or http://
          log.format=xml | "xml" is not text or json
          operational-events.url=ftp://x | the URL must begin with https:// or http://
          limits.waiting-messages=0 | "0" is not a whole number from 1 to 1000000000000
          delivery.max-in-flight=0 | "0" is not a whole number from 1 to 1000000
          """)
  void a_bad_value_error_describes_valid_values(String given, String problem) {
    assertThat(errorOf(given)).isEqualTo(line(given, problem));
  }

  @ParameterizedTest
  @CsvSource({
    "retry.unit=0ms, 1ms, 36500d", "retry.unit=36501d, 1ms, 36500d",
    "retry.unit=5, 1ms, 36500d", "retry.unit=5 s, 1ms, 36500d",
    "retry.unit=5S, 1ms, 36500d", "retry.unit=-5s, 1ms, 36500d",
    "retry.unit=9999999999999d, 1ms, 36500d", "retention.records=1w, 1ms, 36500d"
  })
  void a_bad_duration_error_names_the_bounds(String given, String from, String to) {
    String value = given.substring(given.indexOf('=') + 1);
    assertThat(errorOf(given))
        .isEqualTo(
            line(
                given,
                "\"" + value + "\" is not a duration from " + from + " to " + to + DURATIONS));
  }

  @Test
  void bounds_have_reasons() {
    assertThat(errorOf("circuit.window=47ms"))
        .isEqualTo(
            line(
                "circuit.window=",
                "\"47ms\" is not a duration from 48ms to 36500d"
                    + DURATIONS
                    + " (the window is kept in 48 buckets)"));
    assertThat(errorOf("delivery.timeout=31s"))
        .isEqualTo(
            line(
                "delivery.timeout=",
                "\"31s\" is not a duration from 1ms to 30s, such as 500ms or 5s"
                    + " (slow endpoints hold connections)"));
  }

  @ParameterizedTest
  @CsvSource({"1GB", "1 GiB", "1.5GiB", "-1", "8388608TiB"})
  void a_bad_size_error_has_examples(String value) {
    assertThat(errorOf("data.min-free=" + value))
        .isEqualTo(
            line(
                "data.min-free=", "\"" + value + "\" is not a size of at least 0 bytes, " + SIZES));
  }

  @ParameterizedTest
  @CsvSource({"0%", "101%", "0", "half"})
  void a_bad_max_bytes_error_has_examples(String value) {
    assertThat(errorOf("retention.max-bytes=" + value))
        .isEqualTo(
            line(
                "retention.max-bytes=",
                "\""
                    + value
                    + "\" is not a size, "
                    + SIZES
                    + ", nor a share of the volume from 1% to 100%"));
  }

  @ParameterizedTest
  @CsvSource({"10.0.0.0/33", "10.0.0/8", "example.com", "=10.0.0.0/8", "a b=10.0.0.0/8", "::/129"})
  void only_the_bad_target_of_a_list_is_named(String value) {
    assertThat(errorOf("security.allowed-targets=192.168.0.0/16;" + value))
        .isEqualTo(line("security.allowed-targets=", "\"" + value + "\" is not " + TARGETS));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0/8",
    "10.1.2.3, 10.1.2.3/32",
    "0.0.0.0/0, 0.0.0.0/0",
    "::/0, ::/0",
    "fd00::/8, fd00::/8",
    "2001:db8::1:0:0:1, 2001:db8::1:0:0:1/128",
    "acme=::1, acme=::1/128"
  })
  void a_target_is_shown_as_users_write_it(String given, String shown) {
    assertThat(load("security.allowed-targets=" + given).security().allowedTargets())
        .extracting(String::valueOf)
        .containsExactly(shown);
  }

  @Test
  void a_network_with_host_bits_gets_a_correction() {
    assertThat(errorOf("security.allowed-targets=10.1.2.3/8"))
        .isEqualTo(
            line(
                "security.allowed-targets=",
                "\"10.1.2.3/8\" has address bits after its prefix; write 10.0.0.0/8 for the whole"
                    + " network, or the address alone"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http.tls.certificate=c | it needs http.tls.key too; set both, or neither
          http.tls.key=k | it needs http.tls.certificate too; set both, or neither
          delivery.client-certificate=c | it needs delivery.client-key too; set both, or neither
          delivery.client-key=k | it needs delivery.client-certificate too; set both, or neither
          operational-events.secret=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | it needs operational-events.url too; set both, or remove it
          operational-events.url=https://ops.example.com/ | it needs operational-events.secret too; set both, or remove it
          ops.port=8080 | 8080 is http.port already; use another, or remove it to share that one
          security.encryption-key=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=,security.encryption-key-file=f | it cannot be set together with security.encryption-key-file; keep one of them
          retry.limit=40,retry.unit=30d | with these values of retry.unit and retry.limit, the last retry would be due after more than 30,000 years; lower one of them
          http.host=0.0.0.0 | "0.0.0.0" is open to other machines, and keys would be sent unencrypted; set http.tls.certificate and http.tls.key, or http.behind-proxy: true if a proxy terminates TLS
          """)
  void contradictory_settings_are_refused_with_a_solution(String given, String problem) {
    assertThat(errorOf(given)).isEqualTo(line(given, problem));
  }

  @Test
  void the_shard_rules_come_from_the_settings() {
    Rules rules =
        load("retry.unit=50ms,retry.limit=3,retry.jitter=0.5,circuit.disable.failure-rate=0.7,"
                + "circuit.window=24h,delivery.max-in-flight=5,"
                + "delivery.max-in-flight-per-endpoint=4,delivery.max-in-flight-per-host=7,delivery.max-bytes-in-flight=3,"
                + "limits.waiting-messages=6,ordering.max-wait=9ms,retention.records=4ms,retention.delivered-payloads=3ms,retention.unmatched=2ms")
            .rules(5);

    assertThat(rules.retry()).isEqualTo(new RetrySchedule(50, 3, 0.5));
    assertThat(rules.circuit().failureRate()).isEqualTo(700_000);
    assertThat(rules.circuit().window()).isEqualTo(86_400_000);
    assertThat(rules.limits())
        .isEqualTo(
            DeliveryLimits.DEFAULT
                .withInFlight(5, 4, 3)
                .withInFlightPerHost(7, 128)
                .withWaitingMessages(6)
                .withOrderedWait(9));
    assertThat(Settings.defaults().rules(1).limits().waitingMessages())
        .isEqualTo(DeliveryLimits.UNLIMITED);
    assertThat(rules.retention()).isEqualTo(new RetentionRules(4, 3, 2, 172_800_000));
  }

  @Test
  void a_share_of_the_volume_is_counted_in_its_bytes() {
    assertThat(new RetentionSettings.DiskBudget.ShareOfVolume(80).bytesOn(1_000)).isEqualTo(800);
    assertThat(new RetentionSettings.DiskBudget.ShareOfVolume(80).bytesOn(Long.MAX_VALUE))
        .isPositive();
    assertThat(new RetentionSettings.DiskBudget.Bytes(7).bytesOn(1_000)).isEqualTo(7);
  }

  /** {@code key=value,key=value}; a semicolon is a comma inside a value. */
  private static Map<String, String> environment(String given) {
    return Arrays.stream(given.split(",", -1))
        .map(pair -> pair.split("=", 2))
        .collect(
            Collectors.toMap(
                pair -> Objects.requireNonNull(Catalog.byKey(pair[0])).variable(),
                pair -> pair[1].replace(';', ',')));
  }

  private static Settings load(String given) {
    return Configuration.load(null, environment(given)).settings();
  }

  private static String errorOf(String given) {
    return String.valueOf(
        catchThrowableOfType(SettingsException.class, () -> load(given)).getMessage());
  }

  private static String line(String given, String problem) {
    String key = given.substring(0, given.indexOf('='));
    return key
        + " ("
        + Objects.requireNonNull(Catalog.byKey(key)).variable()
        + "): "
        + problem
        + ".";
  }
}

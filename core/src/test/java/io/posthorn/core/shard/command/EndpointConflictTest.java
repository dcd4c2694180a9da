package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointConflictTest {
  private static final byte[] FIRST = {1};
  private static final byte[] QUICKER = {2};
  private static final byte[] SLOWER = {3};

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @BeforeEach
  void subscribe() {
    fixture.subscribe(ShardFixture.URL);
  }

  private Reply configure(EndpointSettings settings, @Nullable EndpointSettings seen) {
    return fixture.execute(
        new Command.ConfigureEndpoint(
            fixture.nextRequest(),
            ShardFixture.CUSTOMER,
            fixture.id(ShardFixture.URL),
            settings,
            seen));
  }

  private Reply rotate(byte[] next, byte[] seen) {
    EndpointSecrets from = EndpointSecrets.of(seen);
    return setSecrets(from.rotated(next, fixture.now() + 1_000, fixture.now()).orElseThrow(), seen);
  }

  private Reply setSecrets(EndpointSecrets secrets, byte @Nullable [] seen) {
    return fixture.execute(
        new Command.SetSecrets(
            fixture.nextRequest(),
            ShardFixture.CUSTOMER,
            fixture.id(ShardFixture.URL),
            secrets,
            seen));
  }

  private EndpointSettings settings() {
    return fixture.endpoint(ShardFixture.URL).settings();
  }

  private EndpointSecrets secrets() {
    return fixture.endpoint(ShardFixture.URL).secrets();
  }

  @Test
  void of_two_configurations_made_from_the_same_the_slower_changes_nothing() {
    EndpointSettings quicker = new EndpointSettings(5, 0, 0, null);

    assertThat(configure(quicker, EndpointSettings.NONE)).isEqualTo(Reply.DONE);
    assertThat(configure(new EndpointSettings(0, 7, 0, null), EndpointSettings.NONE))
        .isEqualTo(Reply.OVERTAKEN);
    assertThat(settings()).isEqualTo(quicker);

    EndpointSettings anew = new EndpointSettings(5, 7, 0, null);
    assertThat(configure(anew, quicker)).isEqualTo(Reply.DONE);
    assertThat(settings()).isEqualTo(anew);
  }

  @ParameterizedTest
  @CsvSource({"9,2,3,4", "1,9,3,4", "1,2,9,4", "1,2,3,9"})
  void whatever_else_was_set_in_between_is_noticed(
      int maxInFlight, int pace, long timeout, byte header) {
    EndpointSettings there = new EndpointSettings(1, 2, 3, new byte[] {4});
    configure(there, null);
    EndpointSettings seen = new EndpointSettings(maxInFlight, pace, timeout, new byte[] {header});

    assertThat(configure(EndpointSettings.NONE, seen)).isEqualTo(Reply.OVERTAKEN);
    EndpointSettings copy = new EndpointSettings(1, 2, 3, new byte[] {4});
    assertThat(configure(EndpointSettings.NONE, copy)).isEqualTo(Reply.DONE);
  }

  @Test
  void of_two_rotations_made_from_the_same_secret_the_slower_changes_nothing() {
    assertThat(rotate(QUICKER, FIRST)).isEqualTo(Reply.DONE);
    assertThat(rotate(SLOWER, FIRST)).isEqualTo(Reply.OVERTAKEN);
    assertThat(secrets().current()).containsExactly(QUICKER);
    assertThat(secrets().previous().getFirst().secret()).containsExactly(FIRST);

    assertThat(rotate(SLOWER, QUICKER)).isEqualTo(Reply.DONE);
    assertThat(secrets().current()).containsExactly(SLOWER);
    assertThat(secrets().previous().getFirst().secret()).containsExactly(QUICKER);
  }

  @Test
  void a_rotation_made_before_an_import_does_not_undo_it() {
    assertThat(setSecrets(EndpointSecrets.of(QUICKER), null)).isEqualTo(Reply.DONE);

    assertThat(rotate(SLOWER, FIRST)).isEqualTo(Reply.OVERTAKEN);
    assertThat(secrets().current()).containsExactly(QUICKER);
  }

  @Test
  void a_change_without_an_expected_version_always_applies() {
    rotate(QUICKER, FIRST);
    fixture.configure(ShardFixture.URL, 5, 0);

    assertThat(setSecrets(EndpointSecrets.of(SLOWER), null)).isEqualTo(Reply.DONE);
    assertThat(configure(EndpointSettings.NONE, null)).isEqualTo(Reply.DONE);
    assertThat(secrets().current()).containsExactly(SLOWER);
    assertThat(settings()).isEqualTo(EndpointSettings.NONE);
  }
}

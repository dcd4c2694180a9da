package io.posthorn.server.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.BYTE_ARRAY;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFileTest {
  private static final byte[] OLD = key(1);
  private static final byte[] NEW = key(2);

  @TempDir Path directory = Path.of("");

  @Test
  void a_key_is_created_once_and_private_to_its_owner() throws IOException {
    Path file = directory.resolve("a.key");

    List<byte[]> keys = KeyFile.loadOrMake(file, check());

    assertThat(keys).singleElement(BYTE_ARRAY).hasSize(32);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(KeyFile.loadOrMake(file, check()).getFirst()).isEqualTo(keys.getFirst());
    assertThat(KeyFile.loadOrMake(directory.resolve("b.key"), check()).getFirst())
        .isNotEqualTo(keys.getFirst());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwx------", "rw-rw-rw-"})
  void a_key_that_others_can_read_or_change_is_refused(String permissions) throws IOException {
    Path file = directory.resolve("a.key");
    KeyFile.loadOrMake(file, check());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

    assertThatThrownBy(() -> KeyFile.loadOrMake(file, check()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("chmod 600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "short", "not base64 !!!", "QUJD"})
  void a_file_without_a_key_is_refused_and_not_quoted(String text) throws IOException {
    Path file = directory.resolve("a.key");
    KeyFile.writePrivately(file, text);

    assertThatThrownBy(() -> KeyFile.loadOrMake(file, check()))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            " contains no valid key; it must be the Base64 of 32 bytes, or up to 5 of them, one a"
                + " line.");
  }

  @Test
  void a_missing_key_is_an_error_and_not_replaced() throws IOException {
    Path file = directory.resolve("a.key");
    KeyFile.check(check(), new SecretBox(new byte[32]));

    assertThatThrownBy(() -> KeyFile.loadOrMake(file, check()))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is missing; restore the key file that this store was created with.");
    assertThat(file).doesNotExist();
  }

  private Path check() {
    return directory.resolve("check");
  }

  @Test
  void a_wrong_key_is_detected_at_start() throws IOException {
    Path check = check();
    byte[] wrong = new byte[32];
    Arrays.fill(wrong, (byte) 7);
    KeyFile.check(check, new SecretBox(new byte[32]));

    KeyFile.check(check, new SecretBox(new byte[32]));
    assertThatThrownBy(() -> KeyFile.check(check, new SecretBox(wrong)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("security.encryption-key-file");
  }

  @Test
  void a_file_has_a_key_in_each_line_the_newest_first() throws IOException {
    Path file = directory.resolve("a.key");
    KeyFile.writePrivately(file, text(NEW) + "\n\n" + text(OLD) + "\n");

    assertThat(KeyFile.loadOrMake(file, check())).containsExactly(NEW, OLD);
  }

  @Test
  void the_first_key_seals_and_each_opens() {
    byte[] before = new SecretBox(OLD).seal("a secret");
    SecretBox both = new SecretBox(List.of(NEW, OLD));

    assertThat(both.open(before)).isEqualTo("a secret");
    assertThat(both.isCurrent(before)).isFalse();
    byte[] after = both.seal("a secret");
    assertThat(both.isCurrent(after)).isTrue();
    assertThat(new SecretBox(NEW).open(after)).isEqualTo("a secret");
    assertThatThrownBy(() -> new SecretBox(NEW).open(before))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_previous_key_may_be_removed_only_once_nothing_needs_it() throws IOException {
    SecretBox old = new SecretBox(OLD);
    SecretBox both = new SecretBox(List.of(NEW, OLD));
    KeyFile.check(check(), old);

    KeyFile.check(check(), both);

    assertThat(KeyFile.needsPrevious(check(), both)).isTrue();
    for (byte[] alone : List.of(OLD, NEW)) {
      assertThatThrownBy(() -> KeyFile.check(check(), new SecretBox(alone)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("A previous encryption key is missing");
    }
    KeyFile.check(check(), new SecretBox(List.of(OLD, NEW)));

    KeyFile.retirePrevious(check(), both);

    assertThat(KeyFile.needsPrevious(check(), both)).isFalse();
    KeyFile.check(check(), new SecretBox(NEW));
    assertThatThrownBy(() -> KeyFile.check(check(), old)).hasMessageContaining("does not match");
  }

  private static byte[] key(int number) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) number);
    return key;
  }

  private static String text(byte[] key) {
    return Base64.getEncoder().encodeToString(key);
  }

  @Test
  void a_sealed_value_is_unique_and_authenticated() {
    SecretBox box = new SecretBox(new byte[32]);
    byte[] sealed = box.seal("a secret");

    assertThat(box.open(sealed)).isEqualTo("a secret");
    assertThat(box.seal("a secret")).isNotEqualTo(sealed);
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 1;
      assertThatThrownBy(() -> box.open(changed)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}

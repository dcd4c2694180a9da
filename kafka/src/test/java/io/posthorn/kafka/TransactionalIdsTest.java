package io.posthorn.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TransactionalIdsTest {
  private static final String PROCESS = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";

  private final TransactionalIds ids = new TransactionalIds("posthorn");

  @Test
  void the_ids_of_an_application_have_its_name_a_process_and_a_number() {
    assertThat(ids.contains("posthorn-" + PROCESS + "-1")).isTrue();
    assertThat(ids.contains("posthorn-" + PROCESS + "-12")).isTrue();
    assertThat(new TransactionalIds("a.b").contains("a.b-" + PROCESS + "-1")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "posthorn-billing-" + PROCESS + "-1",
        "posthorn-1",
        "posthorn-" + PROCESS,
        "posthorn-" + PROCESS + "-",
        "posthorn-" + PROCESS + "-1-2",
        "posthorn-" + PROCESS + "-x",
        "posthorn2-" + PROCESS + "-1",
        "my-posthorn-" + PROCESS + "-1",
      })
  void ids_that_only_begin_alike_belong_to_another_application(String other) {
    assertThat(ids.contains(other)).isFalse();
  }

  @Test
  void the_name_of_an_application_is_no_pattern() {
    assertThat(new TransactionalIds("a.b").contains("a-b-" + PROCESS + "-1")).isFalse();
  }
}

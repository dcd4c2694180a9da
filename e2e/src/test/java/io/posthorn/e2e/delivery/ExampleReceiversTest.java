package io.posthorn.e2e.delivery;

import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.ExampleReceiver;
import io.posthorn.e2e.receiving.ExampleReceiver.Language;
import io.posthorn.e2e.receiving.ReceiverContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The example receivers that need only a standard library. */
@Tag("thorough")
@Timeout(180)
final class ExampleReceiversTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @ParameterizedTest
  @EnumSource
  void a_message_signed_with_its_secret_is_processed_once_and_others_are_refused(
      Language language) {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, ReceiverContract.SECRET)) {
      ReceiverContract.receivesFromTheServer(SERVER.platform(), "FOR_" + language, receiver);
    }
  }

  @ParameterizedTest
  @EnumSource
  void forged_replayed_and_changed_messages_are_refused(Language language) throws Exception {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, ReceiverContract.SECRET)) {
      ReceiverContract.refusesForgedMessages(receiver);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_body_of_2_mebibytes_is_accepted(Language language) throws Exception {
    try (ExampleReceiver receiver = ExampleReceiver.start(language, ReceiverContract.SECRET)) {
      ReceiverContract.acceptsABodyOf2Mebibytes(receiver);
    }
  }
}

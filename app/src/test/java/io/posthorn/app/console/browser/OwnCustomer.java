package io.posthorn.app.console.browser;

import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** A customer of one test, with its own receiver, so that nothing else changes what it sees. */
final class OwnCustomer implements AutoCloseable {
  static final String FAILING = "/failing";
  static final String HEALTHY = "/healthy";

  final String id;
  final HttpReceiver receiver;
  final PosthornClient client;
  private final PosthornClient everyone;

  OwnCustomer(DemoBrowser demoBrowser, String id) {
    this.id = id;
    everyone =
        PosthornClient.builder()
            .url(demoBrowser.demo.address())
            .apiKey(demoBrowser.demo.key())
            .build();
    everyone.customers().create(id);
    client = everyone.forCustomer(id);
    try {
      receiver =
          HttpReceiver.builder()
              .behaviour(
                  FAILING, Behaviour.always(PlannedResponse.status(503).body("out of tickets")))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SubscriptionDetails subscribe(String objCode, String path) {
    return client
        .subscriptions()
        .create(
            NewSubscription.builder(objCode, "UPDATE", receiver.url(path))
                .description(objCode + " to " + path)
                .build());
  }

  String post(String objCode, String objId) {
    return client
        .events()
        .send(
            NewEvent.ofJson(
                "{\"objCode\": \"%s\", \"eventType\": \"UPDATE\", \"objId\": \"%s\"}"
                    .formatted(objCode, objId)));
  }

  List<MessageSummary> messages() {
    return client.messages().list(MessageFilter.all()).stream().toList();
  }

  @Override
  public void close() {
    everyone.close();
    receiver.close();
  }
}

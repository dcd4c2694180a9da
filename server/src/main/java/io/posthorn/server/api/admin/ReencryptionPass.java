package io.posthorn.server.api.admin;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.CustomerIds;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.secrets.SigningSecret;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One pass over all stored secrets, which seals those under a previous key with the first one. It
 * goes from customer to customer, a page at a time, and replaces a value only if it is still the
 * one that was read, so that a concurrent change wins. It keeps no state: after a crash a further
 * pass finds what is left.
 */
final class ReencryptionPass {
  /** The objects that one page reads, and the commands of a page, which run at once. */
  private static final int PAGE = 100;

  private final Engine engine;
  private final SecretBox box;
  private final Clock clock;
  private final Counts counts;

  /** The counts of the pass so far. */
  static final class Counts {
    /** Values that were read. */
    final AtomicLong examined = new AtomicLong();

    /** Values that are sealed with the first key now and were not before. */
    final AtomicLong reencrypted = new AtomicLong();

    /** Values under a previous key that a concurrent change kept from being replaced. */
    final AtomicLong remaining = new AtomicLong();

    /** Values that none of the keys opens. */
    final AtomicLong unreadable = new AtomicLong();
  }

  /** A part of a pass could not be read, or a value not be replaced. */
  static final class InterruptedPassException extends RuntimeException {
    InterruptedPassException(String reason) {
      super(reason);
    }
  }

  ReencryptionPass(Engine engine, SecretBox box, Clock clock, Counts counts) {
    this.engine = engine;
    this.box = box;
    this.clock = clock;
    this.counts = counts;
  }

  /** Runs the pass. */
  void run() {
    customer(OperatorSubscription.CUSTOMER);
    String behind = "";
    while (behind != null) {
      CustomerIds page = engine.reads().customerIds(behind, PAGE);
      page.ids().forEach(this::customer);
      behind = page.next();
    }
  }

  private void customer(String customerId) {
    List<Subscription> subscriptions = engine.subscriptions().all(customerId);
    for (int i = 0; i < subscriptions.size(); i += PAGE) {
      Replacements page = new Replacements();
      subscriptions
          .subList(i, Math.min(i + PAGE, subscriptions.size()))
          .forEach(subscription -> subscription(page, subscription));
      page.await();
    }
    @Nullable EndpointId behind = null;
    do {
      Partial<EndpointPage> read = engine.reads().endpoints(customerId, _ -> true, behind, PAGE);
      if (!read.unreachable().isEmpty()) {
        throw new InterruptedPassException(
            "Node %s is unreachable; start the re-encryption again once it is back."
                .formatted(String.join(", ", read.unreachable())));
      }
      Replacements page = new Replacements();
      read.value().endpoints().forEach(endpoint -> endpoint(page, endpoint));
      page.await();
      behind = read.value().next();
    } while (behind != null);
  }

  private void subscription(Replacements page, Subscription subscription) {
    byte[] token = subscription.authToken();
    Sealing sealing = new Sealing();
    if (token == null) {
      return;
    }
    byte[] sealed = sealing.of(token);
    byte[] newSecret = box.seal(SigningSecret.random().clear()); // its endpoint exists and has one
    page.add(
        sealing,
        request ->
            new Command.ChangeSubscription(
                request, subscription.withAuthToken(sealed), subscription.modifiedAt(), newSecret));
  }

  private void endpoint(Replacements page, EndpointView endpoint) {
    EndpointSecrets secrets = endpoint.secrets();
    Sealing ofSecrets = new Sealing();
    List<EndpointSecrets.Previous> previous = new ArrayList<>();
    byte[] current =
        secrets.current().length == 0 ? secrets.current() : ofSecrets.of(secrets.current());
    for (EndpointSecrets.Previous one : secrets.activePrevious(clock.millis())) {
      previous.add(new EndpointSecrets.Previous(ofSecrets.of(one.secret()), one.until()));
    }
    page.add(
        ofSecrets,
        request ->
            new Command.SetSecrets(
                request,
                endpoint.customerId(),
                endpoint.id(),
                new EndpointSecrets(current, previous),
                secrets.current()));
    EndpointSettings settings = endpoint.settings();
    Sealing ofSettings = new Sealing();
    EndpointSettings reencrypted = settings(settings, ofSettings);
    page.add(
        ofSettings,
        request ->
            new Command.ConfigureEndpoint(
                request, endpoint.customerId(), endpoint.id(), reencrypted, settings));
  }

  private static EndpointSettings settings(EndpointSettings settings, Sealing sealing) {
    EndpointOptions options = settings.options();
    ClientCertificate certificate = options.clientCertificate();
    OAuth2Client client = options.oauth2();
    byte[] headers = settings.headers();
    return new EndpointSettings(
        settings.maxInFlight(),
        settings.maxPerSecond(),
        settings.timeoutMillis(),
        headers == null ? null : sealing.of(headers),
        options
            .withClientCertificate(
                certificate == null
                    ? null
                    : new ClientCertificate(
                        sealing.of(certificate.sealed()), certificate.expiresAt()))
            .withOAuth2(
                client == null
                    ? null
                    : new OAuth2Client(
                        client.tokenUrl(),
                        client.clientId(),
                        sealing.of(client.clientSecret()),
                        client.scope(),
                        client.audience())));
  }

  /** The sealing of the values of one object with the first key. */
  private final class Sealing {
    private int replaced;

    /** The value under the first key; the same if it is, or if no key opens it. */
    byte[] of(byte[] sealed) {
      counts.examined.incrementAndGet();
      if (box.isCurrent(sealed)) {
        return sealed;
      }
      try {
        byte[] again = box.seal(box.open(sealed));
        replaced++;
        return again;
      } catch (IllegalArgumentException e) {
        counts.unreadable.incrementAndGet();
        return sealed;
      }
    }
  }

  /** The replacements of one page. */
  private final class Replacements {
    private final List<Pending> pending = new ArrayList<>();

    private record Pending(int values, CompletableFuture<Reply> reply) {}

    /** Executes a command, if it replaces any value. */
    void add(Sealing sealing, LongFunction<Command> command) {
      if (sealing.replaced > 0) {
        pending.add(new Pending(sealing.replaced, engine.execute(command)));
      }
    }

    void await() {
      for (Pending one : pending) {
        if (one.reply().join() instanceof Reply.Done) {
          counts.reencrypted.addAndGet(one.values());
        } else {
          counts.remaining.addAndGet(
              one.values()); // until a further pass finds that it is gone or changed
        }
      }
    }
  }
}

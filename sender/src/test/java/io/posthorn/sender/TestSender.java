package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.AllowedTarget;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.guard.DnsLookup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A sender for tests: loopback targets, a fixed clock, scripted DNS and no DNS cache. */
public final class TestSender implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-11-15T10:00:00.250Z");
  public static final SenderSettings LOCAL =
      SenderSettings.DEFAULT
          .withAllowedTargets(new AllowedTargets(List.of(AllowedTarget.of("127.0.0.1"))))
          .withVersion("1.2.3");

  public final ScriptedResolver resolver = new ScriptedResolver();
  public final HttpSender sender;

  public TestSender(SenderSettings settings) {
    DnsLookup lookup = new DnsLookup(resolver, Duration.ZERO, Duration.ZERO);
    sender = new HttpSender(settings, bytes -> new String(bytes, UTF_8), lookup, () -> NOW);
  }

  public TestSender() {
    this(LOCAL);
  }

  CompletableFuture<Outcome> start(TestMessage message) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    sender.send(
        message.send(),
        result -> {
          if (!outcome.complete(result)) {
            throw new AssertionError("reported twice");
          }
        });
    return outcome;
  }

  public Outcome send(TestMessage message) {
    return start(message).orTimeout(20, TimeUnit.SECONDS).join();
  }

  public Outcome send(String url) {
    return send(TestMessage.to(url));
  }

  @Override
  public void close() {
    resolver.release();
    sender.close();
  }
}

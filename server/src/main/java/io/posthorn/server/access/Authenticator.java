package io.posthorn.server.access;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.event.Codes;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.AccessDeniedException.Reason;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who calls, and for which customer. */
public final class Authenticator {
  /** The customer that is made at the first start, and meant while it is the only one. */
  public static final String DEFAULT_CUSTOMER = "default";

  private final Engine engine;
  private final Clock clock;
  private final KeyUse use;
  private final @Nullable Sessions sessions;

  public Authenticator(Engine engine, Clock clock) {
    this(engine, clock, KeyUse.inMemory());
  }

  public Authenticator(Engine engine, Clock clock, KeyUse use) {
    this(engine, clock, use, null);
  }

  public Authenticator(Engine engine, Clock clock, KeyUse use, @Nullable Sessions sessions) {
    this.engine = engine;
    this.clock = clock;
    this.use = use;
    this.sessions = sessions;
  }

  /** When a key was last used, to the second; 0 where it never was. */
  public long lastUse(ApiKey key) {
    return use.of(key.id());
  }

  /** The caller with a key, or a 401. */
  public Caller admit(Optional<String> key, String address) {
    if (key.isEmpty()) {
      throw unauthorized("No API key; send 'Authorization: Bearer <key>'.");
    }
    return holder(new KeyText(key.get()).digest())
        .map(known -> new Caller(known, address))
        .orElseThrow(() -> unauthorized("The API key is unknown, revoked or expired."));
  }

  /** The caller of a session of the console, or a 401: it ends with its key. */
  public Caller admitSession(String session, String address) {
    return known(session)
        .flatMap(this::holder)
        .map(known -> new Caller(known, address))
        .orElseThrow(() -> unauthorized("The session has ended; log in again."));
  }

  private Optional<byte[]> known(String session) {
    return sessions == null ? Optional.empty() : sessions.digestOf(session);
  }

  /** What a session that was used just now should be replaced by, where it should. */
  public Optional<String> renewed(String session) {
    return sessions == null ? Optional.empty() : sessions.renewed(session);
  }

  /** A key that is known and valid now, which is noted as its use. */
  private Optional<ApiKey> holder(byte[] digest) {
    ApiKey known = engine.reads().key(digest);
    long now = clock.millis();
    if (known == null || !known.validAt(now)) {
      return Optional.empty();
    }
    use.note(known.id(), now);
    return Optional.of(known);
  }

  private static AccessDeniedException unauthorized(String detail) {
    return new AccessDeniedException(Reason.NOT_AUTHENTICATED, detail);
  }

  /**
   * The customer that a call is for: the key's own, or the one that the call names. Another
   * customer than the key's is not there at all.
   */
  public String customer(Caller caller, Optional<String> named) {
    String own = caller.key().customerId();
    if (own != null) {
      if (named.isPresent() && !named.get().equals(own)) {
        throw unknownCustomer(named.get());
      }
      return own;
    }
    if (named.filter(OperatorSubscription.CUSTOMER::equals).isPresent()
        && caller.role() == Role.ADMIN) {
      return OperatorSubscription
          .CUSTOMER; // no customer, but an admin sees what became of its news
    }
    if (named.isPresent()) {
      if (!engine.reads().customerExists(named.get())) {
        throw unknownCustomer(named.get());
      }
      return named.get();
    }
    if (engine.reads().isOnlyCustomer(DEFAULT_CUSTOMER)) {
      return DEFAULT_CUSTOMER;
    }
    throw new AccessDeniedException(
        Reason.CUSTOMER_NOT_NAMED,
        "This key covers all customers; name one in the header X-Customer-Id.");
  }

  private static AccessDeniedException unknownCustomer(String id) {
    return new AccessDeniedException(
        Reason.NO_SUCH_CUSTOMER,
        Codes.isCustomerId(id) ? "No customer " + id + "." : "No customer with this id.");
  }
}

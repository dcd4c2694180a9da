package io.posthorn.server.access;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.event.CodeSyntax;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.AccessDeniedException.Reason;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The authentication of requests: finds the caller and its customer, by API key or console session.
 */
public final class Authenticator {
  /** The customer created at the first start; calls that name none mean this one. */
  public static final String DEFAULT_CUSTOMER = "default";

  /** Stands for all customers in lists and statistics. */
  private static final String ALL_CUSTOMERS = "*";

  private final Engine engine;
  private final Clock clock;
  private final KeyLastUsed use;
  private final @Nullable Sessions sessions;

  public Authenticator(Engine engine, Clock clock) {
    this(engine, clock, KeyLastUsed.inMemory());
  }

  public Authenticator(Engine engine, Clock clock, KeyLastUsed use) {
    this(engine, clock, use, null);
  }

  public Authenticator(Engine engine, Clock clock, KeyLastUsed use, @Nullable Sessions sessions) {
    this.engine = engine;
    this.clock = clock;
    this.use = use;
    this.sessions = sessions;
  }

  /** Returns when a key was last used, to the second; 0 for never. */
  public long lastUse(ApiKey key) {
    return use.of(key.id());
  }

  /** Returns the caller that holds a key. */
  public Caller admit(Optional<String> key, String address) {
    if (key.isEmpty()) {
      throw unauthorized("No API key; send 'Authorization: Bearer <key>'.");
    }
    return holder(new ApiKeySecret(key.get()).digest())
        .map(known -> new Caller(known, address))
        .orElseThrow(
            () -> unauthorized("The API key is unknown, revoked or expired; use a valid one."));
  }

  /** Returns the caller of a console session; a session ends when its key does. */
  public Caller admitSession(String session, String address) {
    return known(session)
        .flatMap(this::holder)
        .map(known -> new Caller(known, address))
        .orElseThrow(() -> unauthorized("The session has ended; log in again."));
  }

  private Optional<byte[]> known(String session) {
    return sessions == null ? Optional.empty() : sessions.digestOf(session);
  }

  /** Returns the renewed cookie of a session, if it is due for renewal. */
  public Optional<String> renewed(String session) {
    return sessions == null ? Optional.empty() : sessions.renewed(session);
  }

  /** Returns the key if it is known and valid now, and records its use. */
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
   * Returns the customer of a call: the key's own, or the one that the call names. To a key of one
   * customer, other customers do not exist.
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
      return OperatorSubscription.CUSTOMER; // not a customer, but admins can inspect its messages
    }
    if (named.filter(ALL_CUSTOMERS::equals).isPresent()) {
      throw new AccessDeniedException(
          Reason.ALL_CUSTOMERS,
          "X-Customer-Id must name one customer for this call; * is for lists and statistics.");
    }
    if (named.isPresent()) {
      if (!engine.reads().customerExists(named.get())) {
        throw unknownCustomer(named.get());
      }
      return named.get();
    }
    if (!engine.reads().customerExists(DEFAULT_CUSTOMER)) {
      throw new AccessDeniedException(
          Reason.NO_SUCH_CUSTOMER, "No customer default exists; name another in X-Customer-Id.");
    }
    return DEFAULT_CUSTOMER;
  }

  /** Returns the customer of a list; empty if a key for all customers asks for all of them. */
  public Optional<String> listedCustomer(Caller caller, Optional<String> named) {
    boolean all =
        caller.key().customerId() == null && named.filter(ALL_CUSTOMERS::equals).isPresent();
    return all ? Optional.empty() : Optional.of(customer(caller, named));
  }

  /**
   * Returns the customer that a list of the whole installation is limited to; empty if a key for
   * all customers names none or asks for all.
   */
  public Optional<String> customerFilter(Caller caller, Optional<String> named) {
    return caller.key().customerId() == null && named.isEmpty()
        ? Optional.empty()
        : listedCustomer(caller, named);
  }

  private static AccessDeniedException unknownCustomer(String id) {
    return new AccessDeniedException(
        Reason.NO_SUCH_CUSTOMER,
        CodeSyntax.isCustomerId(id) ? "No customer " + id + "." : "No customer with this id.");
  }
}

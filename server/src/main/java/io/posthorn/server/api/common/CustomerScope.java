package io.posthorn.server.api.common;

import io.posthorn.engine.Engine;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;

/** How far a caller's key reaches. */
public final class CustomerScope {
  private CustomerScope() {}

  /** Refuses a key that is for one customer only. */
  public static void everyCustomer(Call call) {
    if (call.caller().key().customerId() != null) {
      throw Problem.of(403, "Forbidden", "This needs a key for all customers.").asException();
    }
  }

  /** The customer that the path names, or a 404: another than the key's is not there. */
  public static String namedCustomer(Call call, Engine engine) {
    String id = call.path("id");
    String own = call.caller().key().customerId();
    boolean there = engine.reads().customerExists(id);
    if (!there || (own != null && !own.equals(id))) {
      throw noSuchCustomer();
    }
    return id;
  }

  public static RuntimeException noSuchCustomer() {
    return Problem.notFound("There is no such customer.").asException();
  }
}

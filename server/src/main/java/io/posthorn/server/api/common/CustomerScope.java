package io.posthorn.server.api.common;

import io.posthorn.engine.Engine;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;

/** The check of which customers a caller's key covers. */
public final class CustomerScope {
  private CustomerScope() {}

  /** Refuses keys that cover a single customer. */
  public static void everyCustomer(Call call) {
    if (call.caller().key().customerId() != null) {
      throw Problem.forbidden("This call needs a key for all customers.").asException();
    }
  }

  /** Returns the customer of the path; a 404 if it does not exist or the key does not cover it. */
  public static String namedCustomer(Call call, Engine engine) {
    String id = call.path("id");
    String own = call.caller().key().customerId();
    boolean exists = engine.reads().customerExists(id);
    if (!exists || (own != null && !own.equals(id))) {
      throw unknownCustomer(id);
    }
    return id;
  }

  public static RuntimeException unknownCustomer(String id) {
    return Problem.unknownCustomer(id).asException();
  }
}

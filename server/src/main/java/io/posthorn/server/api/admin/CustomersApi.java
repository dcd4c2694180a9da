package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.event.CodeSyntax;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.text.RejectedValue;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.CustomerStatus;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** {@code /customers}: creates, lists and erases customers. */
public final class CustomersApi {
  private static final String ALL = "/api/v1/customers";
  private static final String ONE = ALL + "/{id}";

  private final Engine engine;
  private final AuditedChanges changes;

  public CustomersApi(Engine engine, AuditedChanges changes) {
    this.engine = engine;
    this.changes = changes;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ALL, Access.ADMINISTER, this::list).asking("erasing", "limit", "cursor"),
        Route.get(ONE, Access.ADMINISTER, this::get),
        Route.put(ONE, Access.ADMINISTER, this::put).withoutBody(),
        Route.delete(ONE, Access.ADMINISTER, this::delete));
  }

  private CallResponse list(Call call) {
    CustomerScope.everyCustomer(call);
    QueryParameters queries = new QueryParameters(call);
    boolean erasing = queries.only("erasing");
    queries.done();
    int limit = call.limit();
    String behind = call.query("cursor").orElse("");
    if (!behind.isEmpty() && !CodeSyntax.isCustomerId(behind)) {
      throw QueryParameters.badCursor(behind);
    }
    Partial<CustomerStatus.Page> page =
        erasing
            ? engine.reads().erasingCustomers(behind, limit)
            : engine.reads().customers(behind, limit);
    return ListResponse.of(
        page.map(CustomerStatus.Page::customers), page.value().next(), CustomersApi::fields);
  }

  private CallResponse get(Call call) {
    CustomerScope.everyCustomer(call);
    return response(200, named(call));
  }

  private CallResponse put(Call call) {
    CustomerScope.everyCustomer(call);
    String id = call.path("id");
    if (!CodeSyntax.isCustomerId(id)) {
      throw Problem.badField(
              "id",
              RejectedValue.got(
                  "A customer's id must be a letter or digit and up to 63 more letters, digits,"
                      + " '_', '.' or '-'.",
                  id))
          .asException();
    }
    Optional<CustomerStatus> before = find(id);
    if (before.isPresent() && before.get().erasedEvents() != null) {
      throw Problem.of(
              ErrorCode.CUSTOMER_ERASING,
              "Customer %s is being erased; retry when the erasure has finished.".formatted(id))
          .asException();
    }
    if (before.isPresent()) {
      return response(200, before.get());
    }
    changes.make(
        call,
        AuditedChanges.What.of("customer.create", id, id),
        request -> new Command.PutCustomer(request, id));
    return response(201, find(id).orElseThrow());
  }

  private CallResponse delete(Call call) {
    CustomerScope.everyCustomer(call);
    CustomerStatus customer = named(call);
    if (customer.erasedEvents() != null) {
      return response(202, customer);
    }
    if (isLast(customer.id())) {
      throw Problem.conflict("The last customer cannot be erased; create another one first.")
          .asException();
    }
    changes.make(
        call,
        AuditedChanges.What.of("customer.erase", customer.id(), customer.id()),
        request -> new Command.EraseCustomer(request, customer.id()));
    // A small customer is erased at once, and its record may be gone before the rest of its data.
    Long erased = find(customer.id()).map(CustomerStatus::erasedEvents).orElse(0L);
    return response(202, new CustomerStatus(customer.id(), customer.createdAt(), false, erased));
  }

  /** Returns whether this is the last customer, not counting those being erased. */
  private boolean isLast(String id) {
    return engine.reads().isLastCustomer(id);
  }

  private CustomerStatus named(Call call) {
    String id = call.path("id");
    return find(id).orElseThrow(() -> CustomerScope.unknownCustomer(id));
  }

  private Optional<CustomerStatus> find(String id) {
    return engine.reads().customer(id);
  }

  private static CallResponse response(int status, CustomerStatus customer) {
    return CallResponse.json(
        status,
        json -> {
          json.writeStartObject();
          fields(json, customer);
          json.writeEndObject();
        });
  }

  private static void fields(JsonGenerator json, CustomerStatus customer) throws IOException {
    Long erased = customer.erasedEvents();
    json.writeStringField("id", customer.id());
    TimeJson.write(json, "createdAt", customer.createdAt());
    json.writeBooleanField("deliveryPaused", erased == null && customer.paused());
    if (erased == null) {
      json.writeNullField("erasing");
    } else {
      json.writeObjectFieldStart("erasing");
      json.writeNumberField("erasedEvents", erased);
      json.writeEndObject();
    }
  }
}

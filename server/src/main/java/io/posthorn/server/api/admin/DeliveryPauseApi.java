package io.posthorn.server.api.admin;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.DeliveryPause;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /delivery}: pauses delivery, for all customers or for one. */
public final class DeliveryPauseApi {
  private static final String ALL = "/api/v1/delivery";
  private static final String ONE = "/api/v1/customers/{id}/delivery";

  private final Engine engine;
  private final AuditedChanges changes;

  public DeliveryPauseApi(Engine engine, AuditedChanges changes) {
    this.engine = engine;
    this.changes = changes;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ALL, Access.READ, call -> response(null)),
        Route.post(ALL + "/pause", Access.ADMINISTER, call -> pauseAll(call, true)).withoutBody(),
        Route.post(ALL + "/resume", Access.ADMINISTER, call -> pauseAll(call, false)).withoutBody(),
        Route.get(ONE, Access.READ, call -> response(CustomerScope.namedCustomer(call, engine))),
        Route.post(ONE + "/pause", Access.MANAGE, call -> pauseOne(call, true)).withoutBody(),
        Route.post(ONE + "/resume", Access.MANAGE, call -> pauseOne(call, false)).withoutBody());
  }

  private CallResponse pauseAll(Call call, boolean on) {
    CustomerScope.everyCustomer(call);
    return pause(call, null, on);
  }

  private CallResponse pauseOne(Call call, boolean on) {
    return pause(call, CustomerScope.namedCustomer(call, engine), on);
  }

  private CallResponse pause(Call call, @Nullable String customerId, boolean on) {
    changes.make(
        call,
        AuditedChanges.What.of(
            on ? "delivery.pause" : "delivery.resume",
            customerId,
            customerId == null ? "*" : customerId),
        request ->
            on
                ? new Command.PauseDelivery(request, customerId)
                : new Command.ResumeDelivery(request, customerId));
    return response(customerId);
  }

  /** Includes the pause for all customers, because it applies even if the customer's own is off. */
  private CallResponse response(@Nullable String customerId) {
    DeliveryPause pause =
        customerId == null
            ? new DeliveryPause(engine.reads().allDeliveryPaused(), false)
            : engine.reads().deliveryPause(customerId);
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeBooleanField("paused", customerId == null ? pause.all() : pause.customer());
          if (customerId != null) {
            json.writeBooleanField("pausedForAll", pause.all());
          }
          json.writeEndObject();
        });
  }
}

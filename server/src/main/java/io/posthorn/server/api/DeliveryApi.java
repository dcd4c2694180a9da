package io.posthorn.server.api;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.server.Engine;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /delivery}: the red button, for all customers or for one. */
public final class DeliveryApi {
  private static final String ALL = "/api/v1/delivery";
  private static final String ONE = "/api/v1/customers/{id}/delivery";

  private final Engine engine;
  private final Changes changes;

  public DeliveryApi(Engine engine, Changes changes) {
    this.engine = engine;
    this.changes = changes;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ALL, Access.READ, call -> answer(null)),
        Route.post(ALL + "/pause", Access.ADMINISTER, call -> pressForAll(call, true))
            .withoutBody(),
        Route.post(ALL + "/resume", Access.ADMINISTER, call -> pressForAll(call, false))
            .withoutBody(),
        Route.get(ONE, Access.READ, call -> answer(Scope.namedCustomer(call, engine))),
        Route.post(ONE + "/pause", Access.MANAGE, call -> pressForOne(call, true)).withoutBody(),
        Route.post(ONE + "/resume", Access.MANAGE, call -> pressForOne(call, false)).withoutBody());
  }

  private Answer pressForAll(Call call, boolean on) {
    Scope.everyCustomer(call);
    return press(call, null, on);
  }

  private Answer pressForOne(Call call, boolean on) {
    return press(call, Scope.namedCustomer(call, engine), on);
  }

  private Answer press(Call call, @Nullable String customerId, boolean on) {
    changes.make(
        call,
        Changes.What.of(
            on ? "delivery.pause" : "delivery.resume",
            customerId,
            customerId == null ? "*" : customerId),
        request ->
            on
                ? new Command.PauseDelivery(request, customerId)
                : new Command.ResumeDelivery(request, customerId));
    return answer(customerId);
  }

  /** A customer is told of both buttons: its own can be up and nothing be sent all the same. */
  private Answer answer(@Nullable String customerId) {
    boolean all = engine.read(view -> new CustomerReader(view).allPaused());
    boolean own =
        customerId != null && engine.read(view -> new CustomerReader(view).paused(customerId));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeBooleanField("paused", customerId == null ? all : own);
          if (customerId != null) {
            json.writeBooleanField("pausedForAll", all);
          }
          json.writeEndObject();
        });
  }
}

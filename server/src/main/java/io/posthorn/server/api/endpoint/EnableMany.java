package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.Engine;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /endpoints/enable}: enables all endpoints of a list, or counts them. It takes the
 * filters of the list, so that it changes exactly the endpoints that a user sees there.
 */
record EnableMany(Engine engine, AuditedChanges changes) {
  /** Endpoints that a count reads at once. */
  private static final int COUNTED_AT_ONCE = 1_000;

  /**
   * The endpoints to enable.
   *
   * @param state {@code ENABLED} for all paused ones, as in the command
   */
  private record Selection(String customerId, CircuitState state, EndpointSearch search) {
    boolean matches(EndpointView endpoint) {
      boolean inState =
          state == CircuitState.ENABLED ? endpoint.paused() : endpoint.state() == state;
      return inState && search.matches(endpoint.id(), endpoint.url().text());
    }

    Command command(long request, @Nullable EndpointId after) {
      return new Command.EnableEndpoints(request, customerId, state, search, after);
    }
  }

  CallResponse response(Call call) {
    String customerId = call.customer();
    JsonForm fields = JsonForm.read(call.body());
    String status = fields.requiredText("status", 20);
    Optional<CircuitState> state = heldState(status);
    if (state.isEmpty() && !status.isEmpty()) {
      fields.wrong("status", "must be disabled, frozen or paused.");
    }
    String text = fields.text("q", TargetUrl.MAX_LENGTH).orElse("");
    boolean preview = fields.flag("preview").orElse(false);
    fields.done();
    Selection selection = new Selection(customerId, state.orElseThrow(), EndpointSearch.of(text));
    int changed = preview ? count(selection) : enable(call, status, selection);
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeNumberField("changed", changed);
          json.writeBooleanField("preview", preview);
          json.writeEndObject();
        });
  }

  /** Counts on all nodes; a count that misses one would promise too little. */
  private int count(Selection selection) {
    int count = 0;
    EndpointId next = null;
    do {
      Partial<EndpointPage> page =
          engine
              .reads()
              .endpoints(selection.customerId(), selection::matches, next, COUNTED_AT_ONCE);
      if (!page.unreachable().isEmpty()) {
        throw new RefusedException(
            Refusal.UNREACHABLE,
            "Endpoints on node %s cannot be counted because it is unreachable; retry in 2 s."
                .formatted(String.join(", ", page.unreachable())),
            Refusal.UNREACHABLE.retryAfter());
      }
      count += page.value().endpoints().size();
      next = page.value().next();
    } while (next != null);
    return count;
  }

  /** Enables as many at a time as one turn can do; the audit has one entry for all of them. */
  private int enable(Call call, String status, Selection selection) {
    String search = selection.search().text();
    String detail = search.isEmpty() ? status : status + ", search " + search;
    AuditedChanges.What what =
        new AuditedChanges.What("endpoint.enable", selection.customerId(), "*", detail);
    int count = 0;
    Reply reply = changes.make(call, what, request -> selection.command(request, null));
    while (reply instanceof Reply.Changed some) {
      count += some.count();
      EndpointId next = some.next();
      if (next == null) {
        break;
      }
      reply = changes.makeMore(request -> selection.command(request, next));
    }
    return count;
  }

  /** The state that a status stands for in the command: {@code ENABLED} for all paused ones. */
  private static Optional<CircuitState> heldState(String status) {
    return switch (status) {
      case "disabled" -> Optional.of(CircuitState.DISABLED);
      case "frozen" -> Optional.of(CircuitState.FROZEN);
      case "paused" -> Optional.of(CircuitState.ENABLED);
      default -> Optional.empty();
    };
  }
}

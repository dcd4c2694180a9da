package io.posthorn.sim.workload;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MessageSelection;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A person at the console: endpoints, messages, the red button. */
final class OperatorCaller {
  private static final String STRANGER = "stranger";

  private final Door door;
  private final Memory memory;
  private final RandomGenerator random;
  private long jobs;

  OperatorCaller(Door door, Memory memory, RandomGenerator random) {
    this.door = door;
    this.memory = memory;
    this.random = random;
  }

  void enable() {
    EndpointId id = memory.anyEndpoint(random);
    if (id != null) {
      door.submit(new Command.EnableEndpoint(memory.nextRequest(), owner(id), id));
    }
  }

  void enableMany(String customerId) {
    enableMany(customerId, random.nextBoolean() ? CircuitState.DISABLED : CircuitState.FROZEN);
  }

  private void enableMany(String customerId, CircuitState state) {
    door.submit(new Command.EnableEndpoints(memory.nextRequest(), customerId, state));
  }

  /** Asks for room, as a host does whose disk is short. */
  void trim() {
    door.submit(new Command.Trim(memory.nextRequest(), random.nextLong(1, 50_000)));
  }

  void pause() {
    EndpointId id = memory.anyEndpoint(random);
    if (id != null) {
      door.submit(new Command.PauseEndpoint(memory.nextRequest(), owner(id), id));
    }
  }

  void configure() {
    EndpointId id = memory.anyEndpoint(random);
    if (id != null) {
      int[] limits = {0, 0, 1, 2, 5};
      int[] paces = {0, 0, 0, 1, 3, 7, 50};
      EndpointSettings settings =
          new EndpointSettings(
              limits[random.nextInt(limits.length)],
              paces[random.nextInt(paces.length)],
              random.nextInt(4) == 0 ? random.nextLong(500, 30_000) : 0,
              null);
      door.submit(
          new Command.ConfigureEndpoint(memory.nextRequest(), owner(id), id, settings, null));
    }
  }

  void replay() {
    Memory.Seen seen = Memory.any(memory.messages, random);
    if (seen != null) {
      door.submit(new Command.ReplayMessage(memory.nextRequest(), owner(seen), seen.message()));
    }
  }

  void cancel() {
    Memory.Seen seen = Memory.any(memory.messages, random);
    if (seen != null) {
      door.submit(new Command.CancelMessage(memory.nextRequest(), owner(seen), seen.message()));
    }
  }

  void bulk(String customerId) {
    BulkJob.Action action = random.nextBoolean() ? BulkJob.Action.REPLAY : BulkJob.Action.CANCEL;
    EndpointId endpoint = random.nextInt(3) == 0 ? memory.anyEndpoint(random) : null;
    long back = 1L << random.nextInt(8, 30);
    MessageStatus status =
        action == BulkJob.Action.REPLAY && random.nextBoolean() ? MessageStatus.DROPPED : null;
    String owner = endpoint == null ? customerId : owner(endpoint);
    MessageSelection meant =
        new MessageSelection(
            endpoint,
            random.nextInt(4) == 0 ? Memory.any(memory.subscriptions, random) : null,
            random.nextInt(4) == 0 ? "TASK" : null,
            null,
            status,
            door.now() - back,
            door.now() + 1);
    door.submit(
        new Command.StartBulk(
            memory.nextRequest(),
            new BulkJob(++jobs, action, owner, meant, random.nextInt(5) == 0, 0)));
  }

  void redButton(@Nullable String customerId, boolean on) {
    door.submit(
        on
            ? new Command.PauseDelivery(memory.nextRequest(), customerId)
            : new Command.ResumeDelivery(memory.nextRequest(), customerId));
  }

  void erase(String customerId) {
    door.submit(new Command.EraseCustomer(memory.nextRequest(), customerId));
  }

  /** Takes back all that people have done. */
  void resumeEverything(List<String> customers) {
    redButton(null, false);
    for (String customer : customers) {
      redButton(customer, false);
      enableMany(customer, CircuitState.DISABLED);
      enableMany(customer, CircuitState.FROZEN);
    }
    memory.endpoints.forEach(
        (id, owner) -> door.submit(new Command.EnableEndpoint(memory.nextRequest(), owner, id)));
  }

  /** The owner, and now and then somebody who is not. */
  private String owner(EndpointId id) {
    return random.nextInt(40) == 0 ? STRANGER : memory.endpoints.getOrDefault(id, STRANGER);
  }

  private String owner(Memory.Seen seen) {
    return random.nextInt(20) == 0 ? STRANGER : seen.customerId();
  }
}

import { PagedList } from "./paged-list.js";
import type { ApiRequest, CallOptions, Transport } from "./transport.js";
import type {
  CancellationSelection,
  CircuitEntry,
  Customer,
  CustomerDeliveryState,
  Endpoint,
  EndpointChange,
  EndpointCriteria,
  EndpointSummary,
  EventInput,
  EventVerdict,
  Job,
  Key,
  KeyInClear,
  KeyInput,
  Message,
  MessageCriteria,
  MessageSummary,
  ReplaySelection,
  RetrySelection,
  Secret,
  Subscription,
  SubscriptionChange,
  SubscriptionCriteria,
  SubscriptionInput,
  SubscriptionWithSecret,
  TestResult,
} from "./types.js";

/** A group of calls about one kind of resource. */
abstract class Resource {
  readonly #transport: Transport;
  readonly #name: string;

  constructor(transport: Transport, name: string) {
    this.#transport = transport;
    this.#name = name;
  }

  protected call<T>(
    method: ApiRequest["method"],
    path: readonly string[],
    options: CallOptions | undefined,
    more: Pick<ApiRequest, "body" | "query" | "repeatable"> = {},
  ): Promise<T> {
    return this.#transport.call({ method, path: [this.#name, ...path], ...more }, options);
  }

  protected paged<T>(path: readonly string[], criteria: object, options?: CallOptions): PagedList<T> {
    return new PagedList((cursor) => this.call("GET", path, options, { query: { ...criteria, cursor } }));
  }

  protected remove(id: string, options?: CallOptions): Promise<void> {
    return this.#transport.delete([this.#name, id], options);
  }
}

/** The calls about subscriptions. */
export class Subscriptions extends Resource {
  constructor(transport: Transport) {
    super(transport, "subscriptions");
  }

  /** Creates a subscription. The response has the secret that signs its messages. */
  create(subscription: SubscriptionInput, options?: CallOptions): Promise<SubscriptionWithSecret> {
    return this.call("POST", [], options, { body: subscription });
  }

  /** The subscriptions, oldest first. */
  list(criteria: SubscriptionCriteria = {}, options?: CallOptions): PagedList<Subscription> {
    return this.paged([], criteria, options);
  }

  get(id: string, options?: CallOptions): Promise<Subscription> {
    return this.call("GET", [id], options);
  }

  /** Changes the given fields; null clears one. Waiting messages move to a new URL. */
  update(id: string, change: SubscriptionChange, options?: CallOptions): Promise<SubscriptionWithSecret> {
    return this.call("PATCH", [id], options, { body: change });
  }

  /** Deletes a subscription; its waiting messages are cancelled. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.remove(id, options);
  }

  /** Sends a test request now. It is not a message and does not count; at most 10 per minute. */
  test(id: string, options?: CallOptions): Promise<TestResult> {
    return this.call("POST", [id, "test"], options);
  }

  /** Evaluates an unsaved subscription against an event, or against the last 20 events. */
  async dryRun(
    subscription: SubscriptionInput,
    event?: EventInput,
    options?: CallOptions,
  ): Promise<EventVerdict[]> {
    const page = await this.call<{ data: EventVerdict[] }>("POST", ["dryRun"], options, {
      body: { subscription, event },
      repeatable: true,
    });
    return page.data;
  }
}

/** The calls about endpoints: the URLs of a customer, their health and their secrets. */
export class Endpoints extends Resource {
  constructor(transport: Transport) {
    super(transport, "endpoints");
  }

  /** The endpoints, ordered by id. */
  list(criteria: EndpointCriteria = {}, options?: CallOptions): PagedList<EndpointSummary> {
    return this.paged([], criteria, options);
  }

  get(id: string, options?: CallOptions): Promise<Endpoint> {
    return this.call("GET", [id], options);
  }

  /** Sets limits, timeout, static headers and options; null clears a field. */
  update(id: string, change: EndpointChange, options?: CallOptions): Promise<Endpoint> {
    return this.call("PATCH", [id], options, { body: change });
  }

  /** Enables an endpoint that is disabled, frozen or paused; held messages are due at once. */
  enable(id: string, options?: CallOptions): Promise<Endpoint> {
    return this.call("POST", [id, "enable"], options, { repeatable: true });
  }

  /** Pauses an endpoint until it is resumed or enabled. */
  pause(id: string, options?: CallOptions): Promise<Endpoint> {
    return this.call("POST", [id, "pause"], options, { repeatable: true });
  }

  /** Ends the pause of an endpoint; its circuit stays as it is. */
  resume(id: string, options?: CallOptions): Promise<Endpoint> {
    return this.call("POST", [id, "resume"], options, { repeatable: true });
  }

  /** The last 200 changes and probes of its circuit, newest first. */
  history(id: string, options?: CallOptions): PagedList<CircuitEntry> {
    return this.paged([id, "history"], {}, options);
  }

  /** The secret that signs its messages. */
  secret(id: string, options?: CallOptions): Promise<Secret> {
    return this.call("GET", [id, "secret"], options);
  }

  /** Imports a secret: `whsec_` and the Base64 of 24 to 64 bytes. */
  setSecret(id: string, secret: string, options?: CallOptions): Promise<Secret> {
    return this.call("PUT", [id, "secret"], options, { body: { secret } });
  }

  /** Creates a new secret; both sign during the overlap, by default `24h`. */
  rotateSecret(id: string, overlap?: string, options?: CallOptions): Promise<Secret> {
    return this.call("POST", [id, "secret", "rotate"], options, { body: { overlap } });
  }
}

/** The calls about messages, each of which is one event for one subscription. */
export class Messages extends Resource {
  readonly #replays: Jobs;
  readonly #cancellations: Jobs;
  readonly #retries: Jobs;

  constructor(transport: Transport) {
    super(transport, "messages");
    this.#replays = new Jobs(transport, "replays");
    this.#cancellations = new Jobs(transport, "cancellations");
    this.#retries = new Jobs(transport, "retries");
  }

  /** The messages, newest first. */
  list(criteria: MessageCriteria = {}, options?: CallOptions): PagedList<MessageSummary> {
    return this.paged([], criteria, options);
  }

  /** A message with its payload and its attempts. */
  get(id: string, options?: CallOptions): Promise<Message> {
    return this.call("GET", [id], options);
  }

  /** Replays an ended message on a new schedule. */
  replay(id: string, options?: CallOptions): Promise<Message> {
    return this.call("POST", [id, "replay"], options);
  }

  /** Cancels a waiting message. */
  cancel(id: string, options?: CallOptions): Promise<Message> {
    return this.call("POST", [id, "cancel"], options);
  }

  /** Attempts a waiting message now. */
  retry(id: string, options?: CallOptions): Promise<Message> {
    return this.call("POST", [id, "retry"], options);
  }

  /** Replays many ended messages, or counts them, in the background. */
  replayAll(selection: ReplaySelection, options?: CallOptions): Promise<Job> {
    return this.#replays.start(selection, options);
  }

  /** The progress of a bulk replay. */
  replayJob(id: string, options?: CallOptions): Promise<Job> {
    return this.#replays.get(id, options);
  }

  /** Cancels many waiting messages, or counts them, in the background. */
  cancelAll(selection: CancellationSelection, options?: CallOptions): Promise<Job> {
    return this.#cancellations.start(selection, options);
  }

  /** The progress of a bulk cancellation. */
  cancelJob(id: string, options?: CallOptions): Promise<Job> {
    return this.#cancellations.get(id, options);
  }

  /** Attempts many waiting messages now, or counts them, in the background. */
  retryAll(selection: RetrySelection, options?: CallOptions): Promise<Job> {
    return this.#retries.start(selection, options);
  }

  /** The progress of a bulk retry. */
  retryJob(id: string, options?: CallOptions): Promise<Job> {
    return this.#retries.get(id, options);
  }
}

/** Bulk calls of one kind. */
class Jobs extends Resource {
  start(selection: object, options?: CallOptions): Promise<Job> {
    return this.call("POST", [], options, { body: selection });
  }

  get(id: string, options?: CallOptions): Promise<Job> {
    return this.call("GET", [id], options);
  }
}

/** The calls about customers (tenants); for admins. */
export class Customers extends Resource {
  constructor(transport: Transport) {
    super(transport, "customers");
  }

  /** All customers, ordered by id. */
  list(options?: CallOptions): PagedList<Customer> {
    return this.paged([], {}, options);
  }

  /** Creates a customer, unless it exists. */
  create(id: string, options?: CallOptions): Promise<Customer> {
    return this.call("PUT", [id], options);
  }

  get(id: string, options?: CallOptions): Promise<Customer> {
    return this.call("GET", [id], options);
  }

  /** Erases a customer and all its data, in the background. */
  delete(id: string, options?: CallOptions): Promise<void> {
    return this.remove(id, options);
  }

  /** Pauses the deliveries of a customer. */
  pauseDelivery(id: string, options?: CallOptions): Promise<CustomerDeliveryState> {
    return this.call("POST", [id, "delivery", "pause"], options, { repeatable: true });
  }

  /** Resumes the deliveries of a customer. */
  resumeDelivery(id: string, options?: CallOptions): Promise<CustomerDeliveryState> {
    return this.call("POST", [id, "delivery", "resume"], options, { repeatable: true });
  }
}

/** The calls about API keys; for admins. */
export class Keys extends Resource {
  constructor(transport: Transport) {
    super(transport, "keys");
  }

  /** Creates a key. Only this response contains the key itself. */
  create(key: KeyInput, options?: CallOptions): Promise<KeyInClear> {
    return this.call("POST", [], options, { body: key });
  }

  list(options?: CallOptions): PagedList<Key> {
    return this.paged([], {}, options);
  }

  /** Revokes a key. Calls with it are refused from then on. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.remove(id, options);
  }
}

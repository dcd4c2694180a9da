import { randomUUID } from "node:crypto";
import { PagedList } from "./paged-list.js";
import type { CallOptions, Transport } from "./transport.js";
import type { AcceptedEvent, DryRunResult, Event, EventCriteria, EventInput, EventSummary } from "./types.js";

/** The server's limits per call. */
const MAX_BATCH_EVENTS = 1_000;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** The calls that send events and look them up. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends an event. When the promise resolves, the event is durable. */
  async send(event: EventInput, options?: CallOptions): Promise<AcceptedEvent> {
    const [accepted] = await this.#post(encoded(event), options);
    return accepted as AcceptedEvent;
  }

  /**
   * Sends events in batches of up to 1,000 events and 16 MiB. When the promise resolves, all are durable. If it
   * rejects, the batches before the one that failed are accepted: send all of them again, with ids of your own.
   */
  async sendAll(
    events: Iterable<EventInput> | AsyncIterable<EventInput>,
    options?: CallOptions,
  ): Promise<AcceptedEvent[]> {
    const accepted: AcceptedEvent[] = [];
    for await (const batch of this.sendBatches(events, options)) {
      accepted.push(...batch);
    }
    return accepted;
  }

  /** Sends events in batches and yields each batch once it is accepted, in the order of the events. */
  async *sendBatches(
    events: Iterable<EventInput> | AsyncIterable<EventInput>,
    options?: CallOptions,
  ): AsyncGenerator<AcceptedEvent[], void, undefined> {
    let batch: string[] = [];
    let bytes = 2;
    for await (const event of events) {
      const json = encoded(event);
      const size = Buffer.byteLength(json) + 1;
      if (batch.length > 0 && (batch.length === MAX_BATCH_EVENTS || bytes + size > MAX_BATCH_BYTES)) {
        yield this.#post(`[${batch.join(",")}]`, options);
        batch = [];
        bytes = 2;
      }
      batch.push(json);
      bytes += size;
    }
    if (batch.length > 0) {
      yield this.#post(`[${batch.join(",")}]`, options);
    }
  }

  async #post(json: string, options?: CallOptions): Promise<AcceptedEvent[]> {
    const response = await this.#transport.call<{ events: AcceptedEvent[] }>(
      { method: "POST", path: ["events"], json, repeatable: true },
      options,
    );
    return response.events;
  }

  /** Evaluates up to 1,000 events without storing or sending anything. */
  async dryRun(events: readonly EventInput[], options?: CallOptions): Promise<DryRunResult[]> {
    const response = await this.#transport.call<{ events: DryRunResult[] }>(
      { method: "POST", path: ["events"], query: { dryRun: true }, body: events, repeatable: true },
      options,
    );
    return response.events;
  }

  /** The accepted events, newest first. */
  list(criteria: EventCriteria = {}, options?: CallOptions): PagedList<EventSummary> {
    return new PagedList((cursor) =>
      this.#transport.call({ method: "GET", path: ["events"], query: { ...criteria, cursor } }, options),
    );
  }

  /** An event with its states and messages, by the id it was sent with. */
  get(id: string, options?: CallOptions): Promise<Event> {
    return this.#transport.call({ method: "GET", path: ["events", id] }, options);
  }
}

/** The id is made once, before the first try, so that a retry creates no second message. */
function encoded(event: EventInput): string {
  return JSON.stringify({ ...event, id: event.id ?? randomUUID() });
}

import { Events } from "./events.js";
import { Customers, Endpoints, Keys, Messages, Subscriptions } from "./resources.js";
import { type ApiRequest, type CallOptions, type PosthornOptions, Transport } from "./transport.js";

/**
 * The client of a Posthorn server.
 *
 * ```ts
 * const posthorn = new Posthorn({ url: "https://posthorn.example", apiKey });
 * await posthorn.events.send({ objCode: "ORDER", eventType: "UPDATE", objId: "17", newState: order });
 * ```
 *
 * Calls reject with an `ApiError` if the server refuses them, and with a `NoResponseError` if no usable response
 * arrives; `RetryPolicy` defines which calls are retried first. One client per server is enough.
 */
export class Posthorn {
  readonly events: Events;
  readonly subscriptions: Subscriptions;
  readonly endpoints: Endpoints;
  readonly messages: Messages;
  readonly customers: Customers;
  readonly keys: Keys;
  readonly #options: PosthornOptions;
  readonly #transport: Transport;

  constructor(options: PosthornOptions = {}) {
    this.#options = options;
    this.#transport = new Transport(options);
    this.events = new Events(this.#transport);
    this.subscriptions = new Subscriptions(this.#transport);
    this.endpoints = new Endpoints(this.#transport);
    this.messages = new Messages(this.#transport);
    this.customers = new Customers(this.#transport);
    this.keys = new Keys(this.#transport);
  }

  /** A client for one customer, for a key that is for all customers. */
  forCustomer(customer: string): Posthorn {
    return new Posthorn({ ...this.#options, customer });
  }

  /** Sends any other call of the API, with key, retries and errors as usual. */
  request<T>(request: ApiRequest, options?: CallOptions): Promise<T> {
    return this.#transport.call(request, options);
  }
}

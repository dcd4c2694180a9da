import type { components, operations } from "./schema.js";

type Schemas = components["schemas"];

/** The body of an event: anything that becomes a JSON object. */
export type State = object;

/** An event to send. Without an `id` it gets a random one before the first try. */
export type EventInput = Omit<Schemas["EventInput"], "eventTime" | "newState" | "oldState"> & {
  eventTime?: Date | string | Schemas["EpochTime"] | null;
  newState?: State | null;
  oldState?: State | null;
};
export type AcceptedEvent = Schemas["AcceptedEvents"]["events"][number];
export type DryRunResult = Schemas["DryRun"]["events"][number];
export type Event = Schemas["Event"];
export type EventSummary = Schemas["EventSummary"];
export type Subscription = Schemas["Subscription"];
export type SubscriptionInput = Schemas["SubscriptionInput"];
export type SubscriptionChange = Schemas["SubscriptionChange"];
export type SubscriptionWithSecret = Schemas["SubscriptionWithSecret"];
export type Filter = Schemas["Filter"];
export type EventVerdict = Schemas["EventVerdict"];
export type TestResult = Schemas["TestResult"];
export type Endpoint = Schemas["Endpoint"];
export type EndpointSummary = Schemas["EndpointSummary"];
export type EndpointChange = Schemas["EndpointChange"];
export type CircuitEntry = Schemas["CircuitEntry"];
export type Secret = Schemas["Secret"];
export type Message = Schemas["Message"];
export type MessageSummary = Schemas["MessageSummary"];
export type MessageStatus = Schemas["MessageStatus"];
export type Attempt = Schemas["Attempt"];
export type Job = Schemas["Job"];
export type Customer = Schemas["Customer"];
export type CustomerDeliveryState = Schemas["CustomerDeliveryState"];
export type Key = Schemas["Key"];
export type KeyInput = Schemas["KeyInput"];
export type KeyInClear = Schemas["KeyInClear"];
export type ErrorCode = Schemas["ErrorCode"];

type TimeFields = "from" | "to" | "endedFrom" | "endedTo";

/** The query parameters of a list without those of its pages; flags are booleans, times may be dates. */
type Criteria<Operation extends keyof operations> = {
  [Name in Exclude<keyof QueryOf<Operation>, "limit" | "cursor">]?: Name extends TimeFields
    ? string | Date
    : Flag<NonNullable<QueryOf<Operation>[Name]>>;
};
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;
type Flag<Value> = Value extends "true" | "false" ? boolean : Value;

export type EventCriteria = Criteria<"listEvents">;
export type SubscriptionCriteria = Criteria<"listSubscriptions">;
export type EndpointCriteria = Criteria<"listEndpoints">;
export type MessageCriteria = Criteria<"listMessages">;

type WithDates<Input> = { [Name in keyof Input]: Name extends TimeFields ? Input[Name] | Date : Input[Name] };

/** The messages that a bulk call selects; with `preview: true` it only counts them. */
export type ReplaySelection = WithDates<Schemas["ReplayInput"]>;
export type CancellationSelection = WithDates<Schemas["CancellationInput"]>;
export type RetrySelection = WithDates<Schemas["RetryInput"]>;

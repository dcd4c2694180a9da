/** The client of Posthorn, a webhook delivery server. */
export { Posthorn } from "./client.js";
export { ApiError, NoResponseError, PosthornError } from "./errors.js";
export type { FieldError, NoResponseReason } from "./errors.js";
export type { Events } from "./events.js";
export { PagedList } from "./paged-list.js";
export type { Page } from "./paged-list.js";
export type { Customers, Endpoints, Keys, Messages, Subscriptions } from "./resources.js";
export type { components, operations, paths } from "./schema.js";
export type { ApiRequest, CallOptions, PosthornOptions, RetryPolicy } from "./transport.js";
export type * from "./types.js";
export { Webhook, WebhookVerificationError } from "./webhook.js";
export type { VerificationReason, VerifiedMessage, WebhookHeaders } from "./webhook.js";

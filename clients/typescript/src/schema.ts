// Generated from the OpenAPI document by clients/generate with openapi-typescript.
export interface paths {
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events, newest first, without their states */
        get: operations["listEvents"];
        put?: never;
        /**
         * Post events
         * @description Takes one event, an array, or NDJSON: up to 1,000 events and 16 MiB, each event up to 1 MiB. The call
         *     accepts all events or none. On Kafka, a call that got 503 may have been accepted in part; post it
         *     again with the same ids. A 202 means that the events are on disk (on Kafka: acknowledged by the brokers).
         *     An event with a known `id` gets the same response as the first one and creates no second message.
         */
        post: operations["postEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event with its messages */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List subscriptions, oldest first */
        get: operations["listSubscriptions"];
        put?: never;
        /** Create a subscription */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a subscription */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /** Delete a subscription and cancel its waiting messages */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        /**
         * Update a subscription
         * @description Omitted fields stay unchanged; null clears a field or resets it to its default. A new token applies from
         *     the next attempt, new filters and a new version apply to new events. Waiting messages move to a new URL.
         */
        patch: operations["changeSubscription"];
        trace?: never;
    };
    "/api/v1/subscriptions/dryRun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dry-run a draft subscription on events
         * @description Uses the last 20 events, or the event in the request. Nothing is stored or sent.
         */
        post: operations["tryOutSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test request and return the response
         * @description Not a message; it affects neither circuit nor statistics. At most 10 per minute and customer; 409 while the endpoint is frozen.
         */
        post: operations["testSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List endpoints, ordered by id */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable all disabled, frozen or paused endpoints
         * @description Closes the circuit of disabled or frozen endpoints; a pause remains. Enables paused endpoints whatever their circuit.
         *     `q` is the search text of the list of endpoints, so that exactly the endpoints of a filtered list are enabled.
         *     With `preview` nothing changes, and `changed` is the number of endpoints that would be enabled.
         */
        post: operations["enableEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an endpoint with its settings and its distance to each rule */
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the limits, timeout, static headers and options of an endpoint
         * @description Omitted fields stay unchanged; null clears a field. Headers are updated individually.
         */
        patch: operations["changeEndpoint"];
        trace?: never;
    };
    "/api/v1/endpoints/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the history of an endpoint's circuit, newest first
         * @description The last 200 state changes and probes, with the counts behind each.
         */
        get: operations["getCircuitHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable an endpoint; its held messages become due immediately */
        post: operations["enableEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause an endpoint until it is resumed or enabled */
        post: operations["pauseEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the pause of an endpoint; its circuit stays as it is */
        post: operations["resumeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signing secret; for managers and admins */
        get: operations["getSecret"];
        /** Import a signing secret or a private key, used from the next attempt */
        put: operations["setSecret"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the signing secret; all secrets sign until their overlap ends, at most 5 */
        post: operations["rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages, newest first */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a message with its payload and attempts */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay an ended message with a new retry schedule */
        post: operations["replayMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a waiting message */
        post: operations["cancelMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attempt a waiting message now
         * @description The attempt obeys the limits and the `Retry-After` of the endpoint, not that of the message. If it fails, the
         *     message keeps its due time if that is in the future; otherwise it takes the first later slot. 409 while the
         *     message is in flight, and while its endpoint is disabled, frozen or paused.
         */
        post: operations["retryMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay ended messages in bulk, or count them
         * @description Takes the same criteria as the list of messages. Selects the messages that the list returns for these criteria
         *     and that ended before the request. At least one criterion is required.
         */
        post: operations["replayMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/replays/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of a bulk replay */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cancellations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel waiting messages in bulk, or count them */
        post: operations["cancelMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cancellations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of a bulk cancellation */
        get: operations["getCancellation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attempt waiting messages now, in bulk, or count them
         * @description Takes the same criteria as the list of messages. Messages are skipped if they are in flight, wait for an earlier
         *     message of their object, or their endpoint is disabled, frozen or paused. At least one criterion is required.
         */
        post: operations["retryMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of a bulk retry */
        get: operations["getRetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the delivery pause of all customers */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/delivery/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause delivery for all customers */
        post: operations["pauseDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/delivery/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume delivery for all customers */
        post: operations["resumeDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/delivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the delivery pause of a customer */
        get: operations["getCustomerDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/delivery/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause delivery for a customer */
        post: operations["pauseCustomerDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/delivery/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume delivery for a customer */
        post: operations["resumeCustomerDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List customers, ordered by id */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a customer, with the progress of its erasure */
        get: operations["getCustomer"];
        /** Create a customer */
        put: operations["putCustomer"];
        post?: never;
        /** Erase a customer and all its data, in the background */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys, with their prefixes, in a fixed order */
        get: operations["listKeys"];
        put?: never;
        /** Create an API key; the response is the only place that shows it */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an API key, with its prefix */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get time series of the customer, one endpoint or each endpoint
         * @description By default, the last hour in steps of one minute; at most 60 days and 2,000 points. With `by=endpoint`, the
         *     totals of the customer and a page of its endpoints, limited to 20,000 points in all. A call reads a bounded
         *     number of minutes: a page of endpoints may be short, and the totals of all customers are 400 if there are too
         *     many.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current state of the customer */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the health of each customer, ordered by id
         * @description With a key for all customers and `X-Customer-Id: *`, each customer in turn; otherwise the one customer. A page
         *     of all customers reads at most 20 of them, so that it may be short.
         */
        get: operations["listCustomerOverviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the server's settings with their sources, secrets masked; for admins of all customers */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/encryption-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of the encryption key and of its rotation; for admins of all customers */
        get: operations["getEncryptionKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/encryption-key/re-encrypt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Encrypt all stored secrets with the current key; for admins of all customers
         * @description Starts the work in the background, on the node that receives the call, unless it runs there. Without Kafka,
         *     the server first reads the key file again. Once `previousNeeded` is false, no stored secret needs a previous
         *     key. After a crash, call it again: it continues with the secrets that are left.
         */
        post: operations["reencryptSecrets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the backups in `data.backups`, newest first; for admins of all customers */
        get: operations["listBackups"];
        put?: never;
        /**
         * Create a backup of the running server; for admins of all customers
         * @description The backup contains everything acknowledged before the call. It is written to `data.backups` on the server's
         *     machine, where `posthorn restore` reads it. It does not contain the encryption key; store that separately.
         *     Only one backup runs at a time. If `data.backups` is on another volume, the call takes as long as copying the
         *     store.
         *
         *     On Kafka, all backup calls get 409; back up the brokers' topics instead.
         */
        post: operations["createBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a backup; for admins of all customers */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/backups/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a backup as one file; for admins of all customers
         * @description A zip archive with a checksum of each file, for `posthorn restore --from`. If the connection ends early, the
         *     archive lacks its last entry, `backup.json`, and is refused. The audit log has `backup.download`.
         */
        get: operations["downloadBackup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all changes made through the API, newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness check */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness check, with the functions that are not available
         * @description 503 while the server is stopping or has failed; on Kafka also until it has joined the others, or if no broker
         *     has responded for 5 s. On a full volume, 200 with `intake` in `missing`: new events are refused, and
         *     everything else works. On Kafka, 200 with `delivery` in `missing` while shards of this node are assigned or
         *     restored: events are accepted.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get metrics in the Prometheus text format */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a page of subscriptions by number */
        get: operations["workfrontPage"];
        put?: never;
        /** Create a subscription */
        post: operations["workfrontCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all subscriptions in the older format */
        get: operations["workfrontList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switch some or all subscriptions to a version */
        put: operations["workfrontSwitchMany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a subscription */
        get: operations["workfrontGet"];
        put?: never;
        post?: never;
        /** Delete a subscription */
        delete: operations["workfrontDelete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Enable the endpoint of a subscription's URL */
        put: operations["workfrontEnable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attask/eventsubscription/api/v1/subscriptions/{id}/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switch a subscription to a version */
        put: operations["workfrontSwitch"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457 */
        Problem: {
            type: string;
            title: string;
            status: number;
            code: components["schemas"]["ErrorCode"];
            /** @description the first error in full, and the remedy */
            detail: string;
            errors?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /** @description JSON pointer into the body, or the name of a parameter */
            pointer: string;
            detail: string;
        };
        /**
         * @description The kind of error, for programs. A code never changes its meaning; new ones may be added.
         *
         *     | code | status | meaning |
         *     | --- | --- | --- |
         *     | `invalid_request` | 400 | a field, a parameter or the body is wrong; `errors` has an entry for each |
         *     | `malformed_http` | 400 | malformed or ambiguous HTTP |
         *     | `unauthorized` | 401 | no key or session, or one that is not valid |
         *     | `forbidden` | 403 | the role or the scope of the key does not allow the call |
         *     | `not_found` | 404 | the resource does not exist, or belongs to another customer |
         *     | `unknown_customer` | 404 | the customer does not exist, or the key does not cover it |
         *     | `unknown_path` | 404 | no call has this path |
         *     | `method_not_allowed` | 405 | the path has other methods; see `Allow` |
         *     | `request_timeout` | 408 | the request took too long to arrive |
         *     | `conflict` | 409 | the state of the resource does not allow the call |
         *     | `concurrent_change` | 409 | another call changed the same resource at the same time; repeat the call |
         *     | `customer_erasing` | 409 | the customer is being erased |
         *     | `subscription_exists` | 409 | an identical subscription exists; `detail` names its id |
         *     | `subscription_limit` | 409 | the customer is at its limit of subscriptions; 403 in the Workfront-compatible API |
         *     | `endpoint_frozen` | 409 | the endpoint is frozen; enable it first |
         *     | `unsupported_by_engine` | 409 | the engine of this server has no such function |
         *     | `content_too_large` | 413 | the body, or an event in it, is too large |
         *     | `uri_too_long` | 414 | path and query are too long |
         *     | `unsupported_encoding` | 415 | the `Content-Encoding` is not `gzip` |
         *     | `rate_limited` | 429 | too many events, tests or logins; see `Retry-After` |
         *     | `waiting_limit` | 429 | the customer has too many waiting messages; see `Retry-After` |
         *     | `headers_too_large` | 431 | the headers are too large |
         *     | `internal_error` | 500 | an internal error; the server's log has it |
         *     | `not_implemented` | 501 | unknown HTTP method; methods are case-sensitive |
         *     | `overloaded` | 503 | the server is at capacity; the call had no effect |
         *     | `unavailable` | 503 | the server, or one of its nodes, is starting, stopping or unreachable |
         *     | `outcome_unknown` | 503 | no reply in time; the call may still take effect |
         *     | `http_version_not_supported` | 505 | use HTTP/1.1 |
         *     | `storage_full` | 507 | not enough disk space |
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "malformed_http" | "unauthorized" | "forbidden" | "not_found" | "unknown_customer" | "unknown_path" | "method_not_allowed" | "request_timeout" | "conflict" | "concurrent_change" | "customer_erasing" | "subscription_exists" | "subscription_limit" | "endpoint_frozen" | "unsupported_by_engine" | "content_too_large" | "uri_too_long" | "unsupported_encoding" | "rate_limited" | "waiting_limit" | "headers_too_large" | "internal_error" | "not_implemented" | "overloaded" | "unavailable" | "outcome_unknown" | "http_version_not_supported" | "storage_full";
        /** @description the cursor of the next page; null on the last one */
        NextCursor: string | null;
        /** @description nodes that could not be reached, as host:port; omitted if there are none (engine kafka) */
        Incomplete: string[];
        /**
         * Format: date-time
         * @description messages that ended earlier may be past retention; posthorn.attempts still has them (engine kafka)
         */
        HistoryFrom: string;
        EventPage: {
            data: components["schemas"]["EventSummary"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
            historyFrom?: components["schemas"]["HistoryFrom"];
        };
        SubscriptionPage: {
            data: components["schemas"]["Subscription"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        EventVerdictPage: {
            data: components["schemas"]["EventVerdict"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        EndpointPage: {
            data: components["schemas"]["EndpointSummary"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        CircuitHistoryPage: {
            data: components["schemas"]["CircuitEntry"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        MessagePage: {
            data: components["schemas"]["MessageSummary"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
            historyFrom?: components["schemas"]["HistoryFrom"];
        };
        CustomerPage: {
            data: components["schemas"]["Customer"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        KeyPage: {
            data: components["schemas"]["Key"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        SettingPage: {
            data: components["schemas"]["Setting"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        BackupPage: {
            data: components["schemas"]["Backup"][];
            nextCursor: components["schemas"]["NextCursor"];
        };
        AuditPage: {
            data: components["schemas"]["AuditLine"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        ChangedEndpoints: {
            changed: number;
            /** @description true if the endpoints were only counted */
            preview: boolean;
        };
        DryRunInput: {
            subscription: components["schemas"]["SubscriptionInput"];
            event?: components["schemas"]["EventInput"];
        };
        EnableInput: {
            /** @enum {string} */
            status: "disabled" | "frozen" | "paused";
            /** @description only those with this text in their URL, in any case, or with this id */
            q?: string | null;
            /** @description count the endpoints and change nothing */
            preview?: boolean | null;
        };
        SecretInput: {
            /**
             * @description `whsec_` and the Base64 of 24 to 64 bytes, or `whsk_` and the Base64 of the 64 bytes of an Ed25519 private
             *     and public key, for signatures `v1a`. Each replaces its own kind and keeps the other.
             */
            secret: string;
        };
        RotationInput: {
            /** @description from 0s to 30d; defaults to 24h */
            overlap?: components["schemas"]["Span"];
        };
        WorkfrontPage: {
            subscriptions: components["schemas"]["WorkfrontSubscription"][];
            meta: {
                page: number;
                page_count: number;
                limit: number;
                total_count: number;
            };
        };
        WorkfrontList: {
            id: components["schemas"]["SubscriptionId"];
            customer_id: string;
            obj_id: string | null;
            obj_code: string;
            url: string;
            event_type: string;
            auth_token: string | null;
        }[];
        /** @description either subscriptionIds or allCustomerSubscriptions */
        WorkfrontVersionsInput: {
            version: components["schemas"]["Version"];
            subscriptionIds?: components["schemas"]["SubscriptionId"][];
            allCustomerSubscriptions?: boolean;
        };
        WorkfrontVersions: {
            subscription_ids: components["schemas"]["SubscriptionId"][];
            version: components["schemas"]["Version"];
        };
        WorkfrontVersionInput: {
            version: components["schemas"]["Version"];
        };
        /** Format: date-time */
        Time: string;
        /** Format: date-time */
        MaybeTime: string | null;
        /** @description a duration with its unit, such as 500ms, 5s, 10m, 24h or 30d */
        Span: string;
        CustomerId: string;
        EndpointId: string;
        SubscriptionId: string;
        MessageId: string;
        Code: string;
        /** @description a code, or * for any */
        WantedCode: string;
        /** @enum {string} */
        Version: "v1" | "v2";
        /**
         * @description cloudevents is CloudEvents 1.0 in structured mode, without base64Encoding and in version v2 only; slack is for
         *     subscriptions to operational events only
         * @enum {string}
         */
        Format: "workfront" | "standard" | "raw" | "cloudevents" | "slack";
        /** @enum {string} */
        Connector: "AND" | "OR";
        /** @description forwarded byte for byte, up to 64 levels deep */
        State: {
            [key: string]: unknown;
        };
        MaybeState: components["schemas"]["State"] | null;
        EventInput: {
            /** @description the idempotency key; generated if omitted */
            id?: string;
            customerId?: components["schemas"]["CustomerId"];
            objCode: components["schemas"]["Code"];
            /** @description CREATE has no oldState, DELETE no newState */
            eventType: components["schemas"]["Code"];
            objId?: string | null;
            /** @description ISO 8601 with any offset, or seconds and nanoseconds; defaults to now */
            eventTime?: null | string | components["schemas"]["EpochTime"];
            userId?: string | null;
            newState?: components["schemas"]["MaybeState"];
            oldState?: components["schemas"]["MaybeState"];
        };
        EpochTime: {
            /** Format: int64 */
            epochSecond: number;
            nano?: number;
        };
        EventBatch: components["schemas"]["EventInput"][];
        AcceptedEvents: {
            events: {
                id: string;
                /** @description the number of messages that the event created; not on Kafka */
                messages?: number;
            }[];
        };
        DryRun: {
            events: {
                id: string;
                customerId: string;
                subscriptions: {
                    id: components["schemas"]["SubscriptionId"];
                    endpointId: components["schemas"]["EndpointId"];
                    /** @description of the subscription */
                    description: string | null;
                    /** @description of the message */
                    format: components["schemas"]["Format"];
                    /** @description object if the message would be ordered; null without objId */
                    ordering: components["schemas"]["Ordering"];
                    orderingKey: components["schemas"]["OrderingKey"];
                    matches: boolean;
                    /** @description the filters that did not match, with the values they compared */
                    refusals: components["schemas"]["FilterRefusal"][];
                }[];
                /** @description the number of verdicts left out because of `limit` */
                omitted: number;
            }[];
        };
        FilterRefusal: {
            pointer: string;
            fieldName: string;
            comparison: string;
            /** @description the JSON of the value that it compared with, or the start of it; null for `changed`, `exists` and `notExists` */
            expected: string | null;
            /** @description the JSON of the field, or the start of it; `absent` if there is none */
            saw: string;
            /** @description why it can never match such a value; omitted if it could */
            reason?: string;
        };
        EventVerdict: {
            id: string;
            objCode: string;
            eventType: string;
            objId: string | null;
            acceptedAt: components["schemas"]["MaybeTime"];
            orderingKey: components["schemas"]["OrderingKey"];
            matches: boolean;
            /** @description the codes or filters that did not match, with the values they compared */
            refusals: components["schemas"]["FilterRefusal"][];
        };
        EventMessage: {
            id: components["schemas"]["MessageId"];
            subscriptionId: components["schemas"]["SubscriptionId"];
            endpointId: components["schemas"]["EndpointId"];
            status: components["schemas"]["MessageStatus"];
            /** @description of the subscription; null if it has none, or is deleted */
            description: string | null;
        };
        EventSummary: {
            id: string;
            customerId: string;
            objCode: string;
            eventType: string;
            objId: string | null;
            eventTime: components["schemas"]["Time"];
            userId: string | null;
            acceptedAt: components["schemas"]["Time"];
            /** @description false once the states are past retention */
            hasPayload: boolean;
            messages: components["schemas"]["EventMessage"][];
        };
        Event: {
            incomplete?: components["schemas"]["Incomplete"];
            id: string;
            customerId: string;
            objCode: string;
            eventType: string;
            objId: string | null;
            eventTime: components["schemas"]["Time"];
            userId: string | null;
            acceptedAt: components["schemas"]["Time"];
            hasPayload: boolean;
            messages: components["schemas"]["EventMessage"][];
            newState: components["schemas"]["MaybeState"];
            oldState: components["schemas"]["MaybeState"];
        };
        Filter: components["schemas"]["FieldFilter"] | components["schemas"]["FilterGroup"];
        FieldFilter: {
            /** @description a top-level key, or else a dotted path */
            fieldName: string;
            /** @description any JSON; not used by changed, exists and notExists */
            fieldValue?: unknown;
            /**
             * @description defaults to eq
             * @enum {string}
             */
            comparison?: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "contains" | "notContains" | "containsOnly" | "changed" | "exists" | "notExists";
            /**
             * @description defaults to newState
             * @enum {string}
             */
            state?: "newState" | "oldState";
        };
        FilterGroup: {
            /** @constant */
            type: "group";
            connector: components["schemas"]["Connector"];
            filters: components["schemas"]["FieldFilter"][];
        };
        /** @description at most 10 groups and 50 filters */
        Filters: components["schemas"]["Filter"][];
        SubscriptionInput: {
            objCode: components["schemas"]["WantedCode"];
            eventType: components["schemas"]["WantedCode"];
            /** @description https, without user and fragment */
            url: string;
            authToken?: string | null;
            objId?: string | null;
            filters?: components["schemas"]["Filters"];
            /** @description defaults to AND */
            filterConnector?: components["schemas"]["Connector"];
            /** @description defaults to false */
            base64Encoding?: boolean | null;
            /** @description defaults to v2 */
            version?: components["schemas"]["Version"];
            /** @description defaults to workfront */
            format?: components["schemas"]["Format"];
            description?: string | null;
            ordering?: components["schemas"]["Ordering"];
        };
        /**
         * @description object keeps the order of the messages of each object at the endpoint; null is no order
         * @enum {string|null}
         */
        Ordering: "object" | null;
        /** @description the object whose messages at this endpoint would be delivered in order with this one, as objCode/objId; null if it would not be ordered */
        OrderingKey: string | null;
        SubscriptionChange: {
            objCode?: components["schemas"]["WantedCode"];
            eventType?: components["schemas"]["WantedCode"];
            url?: string;
            authToken?: string | null;
            objId?: string | null;
            filters?: components["schemas"]["Filter"][] | null;
            filterConnector?: components["schemas"]["Connector"] | null;
            base64Encoding?: boolean | null;
            version?: components["schemas"]["Version"] | null;
            format?: components["schemas"]["Format"] | null;
            description?: string | null;
            ordering?: components["schemas"]["Ordering"];
        };
        Subscription: {
            id: components["schemas"]["SubscriptionId"];
            customerId: string;
            endpointId: components["schemas"]["EndpointId"];
            objCode: string;
            eventType: string;
            objId: string | null;
            url: string;
            /** @description **** and at most its last 4 characters */
            authToken: string | null;
            filters: components["schemas"]["Filters"];
            filterConnector: components["schemas"]["Connector"];
            base64Encoding: boolean;
            version: components["schemas"]["Version"];
            format: components["schemas"]["Format"];
            description: string | null;
            ordering: components["schemas"]["Ordering"];
            createdAt: components["schemas"]["Time"];
            modifiedAt: components["schemas"]["Time"];
            versionSwitchedAt: components["schemas"]["MaybeTime"];
        };
        SubscriptionWithSecret: {
            id: components["schemas"]["SubscriptionId"];
            customerId: string;
            endpointId: components["schemas"]["EndpointId"];
            objCode: string;
            eventType: string;
            objId: string | null;
            url: string;
            authToken: string | null;
            filters: components["schemas"]["Filters"];
            filterConnector: components["schemas"]["Connector"];
            base64Encoding: boolean;
            version: components["schemas"]["Version"];
            format: components["schemas"]["Format"];
            description: string | null;
            ordering: components["schemas"]["Ordering"];
            createdAt: components["schemas"]["Time"];
            modifiedAt: components["schemas"]["Time"];
            versionSwitchedAt: components["schemas"]["MaybeTime"];
            /** @description signs the messages of the endpoint */
            signingSecret: string;
            /** @description notes for the owner, such as a host name that cannot be resolved now */
            warnings: {
                pointer: string;
                detail: string;
            }[];
        };
        /** @enum {string} */
        ErrorKind: "timeout" | "refused" | "dns" | "tls" | "blocked_address" | "connection" | "auth";
        MaybeErrorKind: components["schemas"]["ErrorKind"] | null;
        TestResult: {
            success: boolean;
            status: number | null;
            error: components["schemas"]["MaybeErrorKind"];
            detail: string | null;
            durationMillis: number;
            /** @description the first KiB of the body; null if only admins may see it */
            response: string | null;
        };
        /** @description percentiles in milliseconds; null without attempts */
        Latency: {
            p50: number;
            p90: number;
            p99: number;
        } | null;
        /** @description the current hour and the 47 before it */
        Window: {
            attempts: number;
            failures: number;
            failureRate: number;
        };
        Lanes: {
            first: number;
            retry: number;
            /** @description ordered messages behind another one of their object */
            order: number;
        };
        /** @description the last failed attempt; null if there was none, or if retention has removed it */
        LastError: {
            messageId: string;
            /** @description its number in the life of the message */
            attempt: number;
            at: components["schemas"]["Time"];
            /** @description null if there was no response */
            status: number | null;
            /** @description the kind of the error, if there was no response */
            error?: string;
            errorText?: string | null;
            retryAfter?: string | null;
            /** @description the first bytes of the response */
            response?: string | null;
            /** @description the endpoint is in an allowed network, so that only admins see its response */
            responseHidden: boolean;
        };
        EndpointSummary: {
            id: components["schemas"]["EndpointId"];
            customerId: string;
            url: string;
            /** @enum {string} */
            status: "enabled" | "disabled" | "frozen";
            paused: boolean;
            pausedBy: components["schemas"]["PausedBy"];
            createdAt: components["schemas"]["Time"];
            successes: number;
            failures: number;
            consecutiveFailures: number;
            window: components["schemas"]["Window"];
            lastSuccessAt: components["schemas"]["MaybeTime"];
            lastFailureAt: components["schemas"]["MaybeTime"];
            disabledAt: components["schemas"]["MaybeTime"];
            frozenAt: components["schemas"]["MaybeTime"];
            lastProbeAt: components["schemas"]["MaybeTime"];
            nextProbeAt: components["schemas"]["MaybeTime"];
            lastError: components["schemas"]["LastError"] | null;
            waiting: components["schemas"]["Lanes"];
            lastHour?: {
                delivered: number[];
                failed: number[];
            };
        };
        Endpoint: {
            id: components["schemas"]["EndpointId"];
            customerId: string;
            url: string;
            /** @enum {string} */
            status: "enabled" | "disabled" | "frozen";
            paused: boolean;
            pausedBy: components["schemas"]["PausedBy"];
            createdAt: components["schemas"]["Time"];
            successes: number;
            failures: number;
            consecutiveFailures: number;
            window: components["schemas"]["Window"];
            lastSuccessAt: components["schemas"]["MaybeTime"];
            lastFailureAt: components["schemas"]["MaybeTime"];
            disabledAt: components["schemas"]["MaybeTime"];
            frozenAt: components["schemas"]["MaybeTime"];
            lastProbeAt: components["schemas"]["MaybeTime"];
            nextProbeAt: components["schemas"]["MaybeTime"];
            lastError: components["schemas"]["LastError"] | null;
            waiting: components["schemas"]["Lanes"];
            /** @description how many requests may be in flight now */
            inFlightLimit: number;
            retryAfterUntil: components["schemas"]["MaybeTime"];
            maxInFlight: number | null;
            maxPerSecond: number | null;
            timeout: string | null;
            /** @description values are masked */
            headers: {
                [key: string]: string;
            };
            retry: components["schemas"]["RetryPolicy"] | null;
            finalStatuses: components["schemas"]["FinalStatuses"];
            /** @description whether a response with a final status counts for the circuit */
            countFinal: boolean;
            auth: components["schemas"]["Auth"];
            latency: components["schemas"]["Latency"];
            /** @description the distance to each rule that disables or freezes the endpoint */
            ruleDistance: components["schemas"]["RuleDistance"][];
        };
        RuleDistance: {
            /** @enum {string} */
            rule: "disabled" | "frozen";
            needs: string;
            now: string;
            share: number;
            attempts?: number;
            attemptsAbove?: number;
            failureRate?: number;
            failureRateAbove?: number;
            consecutiveFailures?: number;
            consecutiveFailuresFrom?: number;
            consecutiveFailuresAbove?: number;
            withoutSuccessMillis?: number;
            withoutSuccessMillisAbove?: number;
        };
        CircuitEntry: {
            at: components["schemas"]["Time"];
            /**
             * @description gone is a pause by a final 410
             * @enum {string}
             */
            event: "probeFailed" | "probeSucceeded" | "disabled" | "frozen" | "recovered" | "enabled" | "paused" | "resumed" | "gone";
            consecutiveFailures: number;
            window: {
                attempts: number;
                failures: number;
            };
        };
        EndpointCounts: {
            total: number;
            enabled: number;
            disabled: number;
            frozen: number;
            /** @description a flag independent of the state */
            paused: number;
            /** @description false if there are more endpoints than were counted */
            complete: boolean;
        };
        WaitingCounts: {
            first: number;
            retry: number;
            /** @description ordered messages behind another one of their object */
            order: number;
            /** @description at endpoints that are disabled, frozen or paused */
            held: number;
            oldestSince: components["schemas"]["MaybeTime"];
        };
        CustomerOverview: {
            customerId: components["schemas"]["CustomerId"];
            deliveryPaused: boolean;
            endpoints: components["schemas"]["EndpointCounts"];
            waiting: components["schemas"]["WaitingCounts"];
            /** @description endpoints that are disabled, frozen, paused or near a limit */
            needingAttention: number;
            lastHour: {
                accepted: number;
                delivered: number;
                /** @description failed attempts */
                failed: number;
                dropped: number;
            };
        };
        CustomerOverviewPage: {
            data: components["schemas"]["CustomerOverview"][];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        Overview: {
            at: components["schemas"]["Time"];
            incomplete?: components["schemas"]["Incomplete"];
            delivery: {
                paused: boolean;
                pausedForAll: boolean;
            };
            endpoints: components["schemas"]["EndpointCounts"];
            waiting: components["schemas"]["WaitingCounts"];
            needingAttention: number;
            /** @description endpoints that need attention, the worst first; at most 50 */
            attention: {
                endpointId: components["schemas"]["EndpointId"];
                url: string;
                /** @enum {string} */
                kind: "frozen" | "disabled" | "nearLimit" | "paused";
                since: components["schemas"]["MaybeTime"];
                nextProbeAt: components["schemas"]["MaybeTime"];
                reason: string;
                lastError: components["schemas"]["LastError"] | null;
            }[];
        };
        Setting: {
            key: string;
            value: string;
            /** @description false for a default */
            isSet: boolean;
            source: string;
            /** @description the environment variable that sets it */
            variable: string;
            description: string;
        };
        EndpointChange: {
            /** @description at most delivery.max-in-flight-per-endpoint */
            maxInFlight?: number | null;
            maxPerSecond?: number | null;
            /** @description from 1ms to 30s, with its unit */
            timeout?: string | null;
            headers?: {
                [key: string]: string | null;
            } | null;
            retry?: components["schemas"]["RetryPolicy"] | null;
            finalStatuses?: components["schemas"]["FinalStatuses"] | null;
            /** @description whether a response with a final status counts for the circuit, which is the default */
            countFinal?: boolean | null;
            auth?: components["schemas"]["AuthChange"] | null;
        };
        /** @description how Posthorn authenticates to the receiver; without secrets */
        Auth: {
            signatures: components["schemas"]["Signatures"];
            /** @description verifies the signatures v1a; null without them */
            publicKey: string | null;
            /** @description the public keys of earlier rotations, latest first, which still sign */
            previousPublicKeys: {
                publicKey: string;
                until: components["schemas"]["Time"];
            }[];
            /** @description the certificate that the receiver asks for; its key is never shown */
            clientCertificate: {
                subject: string;
                expiresAt: components["schemas"]["Time"];
            } | null;
            /** @description the OAuth2 client for access tokens; its secret is never shown */
            oauth2: {
                tokenUrl: string;
                clientId: string;
                scope: string | null;
                audience: string | null;
                /** @description nothing but probes is sent before, because there was no access token */
                noTokenUntil: components["schemas"]["Time"] | null;
            } | null;
        };
        AuthChange: {
            clientCertificate?: {
                /** @description in PEM form, with its chain */
                certificate: string;
                /** @description in PEM form, PKCS#8 (or RSA in PKCS#1), not encrypted */
                key: string;
            } | null;
            /**
             * @description Client credentials. Omitted fields stay as they are; the first time, tokenUrl, clientId and clientSecret are
             *     needed. A new tokenUrl needs the clientSecret again. Not together with the authToken of a subscription of
             *     this endpoint.
             */
            oauth2?: {
                /** @description https, or what the address guard allows */
                tokenUrl?: string;
                clientId?: string;
                /** @description sealed and never shown */
                clientSecret?: string;
                scope?: string | null;
                audience?: string | null;
            } | null;
            signatures?: components["schemas"]["Signatures"] | null;
        };
        /** @description the kinds of signatures in webhook-signature, by Standard Webhooks; v1 is HMAC-SHA256, v1a is Ed25519 */
        Signatures: ("v1" | "v1a")[];
        /**
         * @description gone after a final 410
         * @enum {string|null}
         */
        PausedBy: "user" | "gone" | null;
        /**
         * @description An endpoint's own retry policy: the offsets of the retries from acceptance. They rise by at least 1s, are at most
         *     30, and end within 7d. Read at each failure and each expiry; a due time that is already set stays.
         */
        RetryPolicy: {
            /** @description a duration with its unit, such as 30s */
            unit: string;
            limit: number;
        } | {
            schedule: string[];
        };
        /**
         * @description A response with one of these statuses drops its message at once, with the reason rejected. A 410 among them also
         *     pauses the endpoint. 429 and 503 cannot be final.
         */
        FinalStatuses: number[];
        Secret: {
            secret: string;
            /** @description the latest of previousSecrets */
            previousSecret: string | null;
            previousUntil: components["schemas"]["MaybeTime"];
            /** @description the secrets of earlier rotations that still sign, latest first */
            previousSecrets: {
                secret: string;
                until: components["schemas"]["Time"];
            }[];
        };
        /** @enum {string} */
        MessageStatus: "waiting" | "inFlight" | "delivered" | "dropped" | "cancelled";
        /** @enum {string} */
        EndReason: "retries_exhausted" | "expired" | "rejected" | "subscription_deleted" | "by_request" | "customer_deleted";
        MaybeEndReason: components["schemas"]["EndReason"] | null;
        /**
         * @description order, behind an earlier message of the same object
         * @enum {string}
         */
        WaitsFor: "slot" | "retryAfter" | "accessToken" | "limit" | "order" | "disabled" | "frozen" | "paused";
        MaybeWaitsFor: components["schemas"]["WaitsFor"] | null;
        MessageSummary: {
            id: components["schemas"]["MessageId"];
            customerId: string;
            endpointId: components["schemas"]["EndpointId"];
            url: string | null;
            subscriptionId: components["schemas"]["SubscriptionId"];
            eventId: string | null;
            objCode: string | null;
            eventType: string | null;
            objId: string | null;
            version: components["schemas"]["Version"];
            format: components["schemas"]["Format"];
            /** @description the value of webhook-sequence; null if the message is not ordered */
            sequence: string | null;
            status: components["schemas"]["MessageStatus"];
            reason: components["schemas"]["MaybeEndReason"];
            acceptedAt: components["schemas"]["Time"];
            scheduledFrom: components["schemas"]["Time"];
            attemptCount: number;
            waitsFor: components["schemas"]["MaybeWaitsFor"];
            nextAttemptAt: components["schemas"]["MaybeTime"];
            /** @description the next slot of a waiting message */
            nextSlot: number | null;
            expiresAt: components["schemas"]["MaybeTime"];
            endedAt: components["schemas"]["MaybeTime"];
            lastAttempt: components["schemas"]["LastAttempt"];
        };
        Message: {
            id: components["schemas"]["MessageId"];
            customerId: string;
            endpointId: components["schemas"]["EndpointId"];
            url: string | null;
            subscriptionId: components["schemas"]["SubscriptionId"];
            eventId: string | null;
            objCode: string | null;
            eventType: string | null;
            objId: string | null;
            version: components["schemas"]["Version"];
            format: components["schemas"]["Format"];
            /** @description the value of webhook-sequence; null if the message is not ordered */
            sequence: string | null;
            status: components["schemas"]["MessageStatus"];
            reason: components["schemas"]["MaybeEndReason"];
            acceptedAt: components["schemas"]["Time"];
            scheduledFrom: components["schemas"]["Time"];
            attemptCount: number;
            waitsFor: components["schemas"]["MaybeWaitsFor"];
            nextAttemptAt: components["schemas"]["MaybeTime"];
            nextSlot: number | null;
            expiresAt: components["schemas"]["MaybeTime"];
            endedAt: components["schemas"]["MaybeTime"];
            lastAttempt: components["schemas"]["LastAttempt"];
            /** @description the times of its slots, beginning with the first attempt */
            schedule: components["schemas"]["Time"][];
            /** @description the request with the current settings; secrets are masked */
            request: {
                /** @enum {string} */
                method: "POST";
                url: string | null;
                headers: {
                    [key: string]: string;
                };
            };
            /** @description the body as it is sent; null once it is past retention */
            payload: unknown;
            /** @description of more than 500 the first 100 and the last 400; attemptCount counts all */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description the last attempt; null if there was none */
        LastAttempt: {
            number: number;
            at: components["schemas"]["Time"];
            success: boolean;
            /** @description null if there was no response */
            status: number | null;
            error: components["schemas"]["MaybeErrorKind"];
        } | null;
        Attempt: {
            number: number;
            slot: number;
            probe: boolean;
            endpointId: components["schemas"]["EndpointId"];
            startedAt: components["schemas"]["Time"];
            recordedAt: components["schemas"]["Time"];
            durationMillis: number;
            success: boolean;
            /** @description true if the request was sent a second time, on a new connection, because a reused connection ended before any byte of a response */
            resent: boolean;
            status: number | null;
            error?: components["schemas"]["MaybeErrorKind"];
            errorText?: string | null;
            retryAfter?: string | null;
            /** @description the first KiB of the body */
            response?: string;
            /** @description true if only admins may see the response of a private network */
            responseHidden: boolean;
            next: {
                status: components["schemas"]["MessageStatus"];
                reason: components["schemas"]["MaybeEndReason"];
                at: components["schemas"]["MaybeTime"];
                /** @description true if the endpoint was disabled, frozen or paused: the message waits until the endpoint receives again, or is sent as a probe */
                held: boolean;
            };
        };
        /**
         * @description the outcome of the last attempt, or with attemptedFrom or attemptedTo of an attempt at that time: `success`,
         *     `failed`, `none`, an error kind, a status such as `503`, or a class of statuses such as `5xx`
         */
        OutcomeFilter: string;
        ReplayInput: {
            endpoint?: components["schemas"]["EndpointId"];
            subscription?: components["schemas"]["SubscriptionId"];
            objCode?: string;
            eventType?: string;
            objId?: string;
            /** @enum {string} */
            status?: "delivered" | "dropped" | "cancelled";
            outcome?: components["schemas"]["OutcomeFilter"];
            /** @description accepted at this time or later */
            from?: components["schemas"]["Time"];
            /** @description accepted before this time */
            to?: components["schemas"]["Time"];
            /** @description ended at this time or later */
            endedFrom?: components["schemas"]["Time"];
            /** @description ended before this time */
            endedTo?: components["schemas"]["Time"];
            /** @description an attempt at this time or later; outcome is then about such attempts */
            attemptedFrom?: components["schemas"]["Time"];
            /** @description an attempt before this time; outcome is then about such attempts */
            attemptedTo?: components["schemas"]["Time"];
            /** @description only count; defaults to false */
            preview?: boolean;
        };
        CancellationInput: {
            endpoint?: components["schemas"]["EndpointId"];
            subscription?: components["schemas"]["SubscriptionId"];
            objCode?: string;
            eventType?: string;
            objId?: string;
            /** @enum {string} */
            status?: "waiting" | "inFlight";
            outcome?: components["schemas"]["OutcomeFilter"];
            /** @description accepted at this time or later */
            from?: components["schemas"]["Time"];
            /** @description accepted before this time */
            to?: components["schemas"]["Time"];
            /** @description ended at this time or later */
            endedFrom?: components["schemas"]["Time"];
            /** @description ended before this time */
            endedTo?: components["schemas"]["Time"];
            /** @description an attempt at this time or later; outcome is then about such attempts */
            attemptedFrom?: components["schemas"]["Time"];
            /** @description an attempt before this time; outcome is then about such attempts */
            attemptedTo?: components["schemas"]["Time"];
            /** @description only count; defaults to false */
            preview?: boolean;
        };
        RetryInput: {
            endpoint?: components["schemas"]["EndpointId"];
            subscription?: components["schemas"]["SubscriptionId"];
            objCode?: string;
            eventType?: string;
            objId?: string;
            /** @enum {string} */
            status?: "waiting";
            outcome?: components["schemas"]["OutcomeFilter"];
            /** @description accepted at this time or later */
            from?: components["schemas"]["Time"];
            /** @description accepted before this time */
            to?: components["schemas"]["Time"];
            /** @description ended at this time or later */
            endedFrom?: components["schemas"]["Time"];
            /** @description ended before this time */
            endedTo?: components["schemas"]["Time"];
            /** @description an attempt at this time or later; outcome is then about such attempts */
            attemptedFrom?: components["schemas"]["Time"];
            /** @description an attempt before this time; outcome is then about such attempts */
            attemptedTo?: components["schemas"]["Time"];
            /** @description only count; defaults to false */
            preview?: boolean;
        };
        Job: {
            id: string;
            endpoint: string | null;
            subscription: string | null;
            objCode: string | null;
            eventType: string | null;
            objId: string | null;
            status: string | null;
            outcome: string | null;
            from: components["schemas"]["MaybeTime"];
            to: components["schemas"]["MaybeTime"];
            endedFrom: components["schemas"]["MaybeTime"];
            endedTo: components["schemas"]["MaybeTime"];
            attemptedFrom: components["schemas"]["MaybeTime"];
            attemptedTo: components["schemas"]["MaybeTime"];
            preview: boolean;
            createdAt: components["schemas"]["MaybeTime"];
            /** @description number of messages examined */
            examined: number;
            /** @description number of messages replayed, cancelled or retried; in a preview, that would be */
            taken: number;
            /** @description number of selected messages that could not be replayed, cancelled or retried, by reason; in a preview, that could not be */
            skipped: components["schemas"]["Skipped"][];
            /** @description number of messages to examine; null until the job has finished */
            total: number | null;
            /** @description the part of the time range that has been examined */
            share: number;
            finished: boolean;
            finishedAt: components["schemas"]["MaybeTime"];
        };
        Skipped: {
            /**
             * @description For a retry, the message is in flight, or its endpoint (or all delivery) is paused, or its endpoint is disabled or frozen. The message ended before the job came to it. Its subscription was deleted. Retention removed its payload.
             * @enum {string}
             */
            reason: "in_flight" | "paused" | "disabled" | "frozen" | "ended" | "subscription_deleted" | "payload_removed" | "order";
            count: number;
        };
        Customer: {
            id: components["schemas"]["CustomerId"];
            /** @description null only on Kafka, while some shards have erased the customer and others have not */
            createdAt: components["schemas"]["MaybeTime"];
            deliveryPaused: boolean;
            erasing: {
                erasedEvents: number;
            } | null;
        };
        DeliveryState: {
            paused: boolean;
        };
        CustomerDeliveryState: {
            paused: boolean;
            pausedForAll: boolean;
        };
        HealthReport: {
            /** @enum {string} */
            status: "up" | "down";
            detail: string;
            /** @description functions that are not available; omitted if there are none */
            missing?: ("intake" | "delivery")[];
        };
        /** @enum {string} */
        Role: "admin" | "manager" | "producer" | "viewer";
        BackupInput: {
            /** @description defaults to the current time */
            name?: string | null;
        };
        Backup: {
            name: string;
            /** @description the directory on the server's machine */
            path: string;
            createdAt: components["schemas"]["Time"];
            /** @description the size of a full copy */
            bytes: number;
            /** @description the version of the server that created it */
            version: string;
            /**
             * @description never; store the key separately
             * @constant
             */
            encryptionKeyIncluded: false;
        };
        EncryptionKeyState: {
            /** @description the keys of this node; the first encrypts and all decrypt */
            keys: number;
            /** @description whether stored secrets may need another key than the first; a start without it is refused */
            previousNeeded: boolean;
            reencryption: components["schemas"]["ReencryptionProgress"];
        };
        /** @description the progress of the last re-encryption since this node started */
        ReencryptionProgress: {
            /**
             * @description idle: none since the start
             * @enum {string}
             */
            state: "idle" | "running" | "done" | "failed";
            startedAt: components["schemas"]["MaybeTime"];
            endedAt: components["schemas"]["MaybeTime"];
            /** @description the secrets that the current pass has read */
            examined: number;
            /** @description the secrets encrypted with the first key so far */
            reencrypted: number;
            /** @description the secrets of this pass that a concurrent change left for the next one */
            remaining: number;
            /** @description the secrets that none of the keys decrypts */
            unreadable: number;
            /** @description why it failed */
            error: string | null;
        };
        KeyInput: {
            name: string;
            role: components["schemas"]["Role"];
            /** @description the scope of the key: a customer, or * for all */
            customerId: string;
            expiresAt?: components["schemas"]["MaybeTime"];
        };
        Key: {
            id: string;
            prefix: string;
            name: string;
            role: components["schemas"]["Role"];
            customerId: string;
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["MaybeTime"];
            /** @description exact to the second; a crash can lose the last minute */
            lastUsedAt: components["schemas"]["MaybeTime"];
        };
        KeyInClear: {
            id: string;
            prefix: string;
            name: string;
            role: components["schemas"]["Role"];
            customerId: string;
            createdAt: components["schemas"]["Time"];
            expiresAt: components["schemas"]["MaybeTime"];
            /** @description exact to the second; a crash can lose the last minute */
            lastUsedAt: components["schemas"]["MaybeTime"];
            /** @description shown only in this response */
            key: string;
        };
        Point: {
            at: components["schemas"]["Time"];
            accepted: number;
            delivered: number;
            /** @description failed attempts */
            failed: number;
            dropped: number;
            /** @description waiting messages at the end of the step */
            waiting: number;
            latency: components["schemas"]["Latency"];
        };
        Totals: {
            accepted: number;
            delivered: number;
            failed: number;
            dropped: number;
            latency: components["schemas"]["Latency"];
        };
        Series: {
            /** @description null for the totals of the customer */
            endpoint: string | null;
            step: string;
            data: components["schemas"]["Point"][];
            nextCursor: components["schemas"]["NextCursor"];
            totals: components["schemas"]["Totals"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        SeriesByEndpoint: {
            step: string;
            data: components["schemas"]["Point"][];
            endpoints: {
                endpoint: components["schemas"]["EndpointId"];
                url: string;
                data: components["schemas"]["Point"][];
            }[];
            nextCursor: components["schemas"]["NextCursor"];
            incomplete?: components["schemas"]["Incomplete"];
        };
        AuditLine: {
            id: string;
            at: components["schemas"]["Time"];
            who: string;
            /** @description the address the call came from */
            from: string;
            action: string;
            customerId: string | null;
            target: string;
            detail: string | null;
        };
        WorkfrontSubscriptionInput: {
            objCode: components["schemas"]["WantedCode"];
            eventType: components["schemas"]["WantedCode"];
            url: string;
            authToken?: string | null;
            /** @description empty for all objects */
            objId?: string | null;
            filters?: components["schemas"]["Filters"];
            filterConnector?: components["schemas"]["Connector"];
            /** @description a boolean, or the text true or false; blank means false */
            base64Encoding?: boolean | string | null;
            version?: components["schemas"]["Version"];
        };
        WorkfrontVersion: {
            id: components["schemas"]["SubscriptionId"];
            version: components["schemas"]["Version"];
        };
        /** @description UTC without a zone */
        WorkfrontTime: string | null;
        WorkfrontSubscription: {
            id: components["schemas"]["SubscriptionId"];
            date_created: components["schemas"]["WorkfrontTime"];
            date_modified: components["schemas"]["WorkfrontTime"];
            version: components["schemas"]["Version"];
            dateVersionUpdated: components["schemas"]["WorkfrontTime"];
            customerId: string;
            objId: string | null;
            objCode: string;
            url: string;
            eventType: string;
            authToken: string | null;
            filters: components["schemas"]["Filters"];
            filterConnector: components["schemas"]["Connector"];
            base64Encoding: boolean;
            subscription_url: {
                url: string;
                date_created: components["schemas"]["WorkfrontTime"];
                successes: number;
                failures: number;
                disabled_at: components["schemas"]["WorkfrontTime"];
                frozen_at: components["schemas"]["WorkfrontTime"];
            };
        };
    };
    responses: {
        /** @description the request is not valid; see errors for each field */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description no API key, or one that is unknown, revoked or expired */
        Unauthorized: {
            headers: {
                /** @description the scheme, `Bearer` */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the role or scope of the key does not allow this call */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the resource does not exist, or belongs to another customer */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the call conflicts with the current state */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the body, or an event in it, is too large */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description over a limit; the call had no effect */
        TooMany: {
            headers: {
                /** @description seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Temporarily unavailable; the call had no effect. On Kafka it can also mean that no response came in time;
         *     `detail` then says so, and the call may still take effect, fully or in part.
         */
        Unavailable: {
            headers: {
                /** @description seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description not enough disk space for a backup; none was created */
        NoSpace: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description not enough disk space; no event of this call was stored */
        DiskFull: {
            headers: {
                /** @description seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description the endpoint */
        Endpoint: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Endpoint"];
            };
        };
        /** @description the current secret and, during an overlap, the previous ones */
        Secret: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Secret"];
            };
        };
        /** @description the message */
        Message: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description the job runs in the background */
        ReplayStarted: {
            headers: {
                /** @description path of the job */
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        /** @description the job runs in the background */
        CancellationStarted: {
            headers: {
                /** @description path of the job */
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        /** @description the job runs in the background */
        RetryStarted: {
            headers: {
                /** @description path of the job */
                Location?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        /** @description the progress of the job */
        Job: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Job"];
            };
        };
        /** @description the delivery pause */
        Delivery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeliveryState"];
            };
        };
        /** @description the delivery pause of the customer, and of all customers */
        CustomerDelivery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["CustomerDeliveryState"];
            };
        };
        /** @description the customer */
        Customer: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Customer"];
            };
        };
        /** @description the keys, and the progress of the re-encryption on this node */
        EncryptionKeyState: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EncryptionKeyState"];
            };
        };
        /** @description up, or down with the missing functions */
        Health: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HealthReport"];
            };
        };
    };
    parameters: {
        Id: string;
        /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
        Customer: string;
        /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
        ListedCustomer: string;
        /** @description shows only what belongs to this customer, if the key is for all customers; without it, or with `*`, everything */
        CustomerFilter: string;
        /** @description maximum number of entries per page */
        Limit: number;
        /** @description the nextCursor of the previous page */
        Cursor: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEvents: {
        parameters: {
            query?: {
                objCode?: string;
                eventType?: string;
                objId?: string;
                /** @description with `true` only events that matched a subscription, with `false` only others */
                matched?: "true" | "false";
                /** @description accepted at this time or later */
                from?: string;
                /** @description accepted before this time */
                to?: string;
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    postEvents: {
        parameters: {
            query?: {
                /** @description returns the verdicts without storing events; needs a key with read access */
                dryRun?: "true" | "false";
                /** @description with dryRun: the most verdicts of each event, those that match first and those for other objects last; without it all verdicts are returned */
                limit?: number;
            };
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
                /** @description W3C trace context, forwarded with each message */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventInput"] | components["schemas"]["EventBatch"];
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description the verdicts of a dry run; no event was stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            /** @description all events are stored */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedEvents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooMany"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["DiskFull"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                endpoint?: components["schemas"]["EndpointId"];
                /** @description a part of the description, the URL, the objId or `objCode.eventType` (case-insensitive), or an id */
                q?: string;
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionInput"];
            };
        };
        responses: {
            /** @description created */
            201: {
                headers: {
                    /** @description path of the new resource */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionChange"];
            };
        };
        responses: {
            /** @description the updated subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    tryOutSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRunInput"];
            };
        };
        responses: {
            /** @description a verdict for each event, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventVerdictPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
        };
    };
    testSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description optional */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description the result of the test request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooMany"];
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                status?: "enabled" | "disabled" | "frozen";
                paused?: "true" | "false";
                /** @description with `true`, only endpoints that are disabled, frozen, paused or near a limit */
                needingAttention?: "true";
                /** @description a part of the URL (case-insensitive), or an id */
                q?: string;
                /** @description with `true`, each endpoint has `lastHour`, in steps of one minute */
                series?: "true" | "false";
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    enableEndpoints: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnableInput"];
            };
        };
        responses: {
            /** @description number of endpoints that were enabled, or would be */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEndpoints"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    changeEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointChange"];
            };
        };
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCircuitHistory: {
        parameters: {
            query?: {
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page of the history */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CircuitHistoryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    enableEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Endpoint"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    setSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretInput"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        /** @description optional */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotationInput"];
            };
        };
        responses: {
            200: components["responses"]["Secret"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                endpoint?: components["schemas"]["EndpointId"];
                subscription?: components["schemas"]["SubscriptionId"];
                objCode?: string;
                eventType?: string;
                objId?: string;
                status?: components["schemas"]["MessageStatus"];
                outcome?: components["schemas"]["OutcomeFilter"];
                /** @description accepted at this time or later */
                from?: string;
                /** @description accepted before this time */
                to?: string;
                /** @description ended at this time or later */
                endedFrom?: string;
                /** @description ended before this time */
                endedTo?: string;
                /** @description an attempt at this time or later; outcome is then about such attempts */
                attemptedFrom?: string;
                /** @description an attempt before this time; outcome is then about such attempts */
                attemptedTo?: string;
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page; each call reads a bounded number of keys, so a page may be short or empty */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    replayMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Message"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            202: components["responses"]["ReplayStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Job"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    cancelMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancellationInput"];
            };
        };
        responses: {
            202: components["responses"]["CancellationStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCancellation: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Job"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    retryMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryInput"];
            };
        };
        responses: {
            202: components["responses"]["RetryStarted"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRetry: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Job"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Delivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    pauseDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Delivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Delivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCustomerDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CustomerDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    pauseCustomerDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CustomerDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeCustomerDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CustomerDelivery"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description with `true`, only customers that are being erased */
                erasing?: "true";
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Customer"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    putCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Customer"];
            201: components["responses"]["Customer"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: components["responses"]["Customer"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description shows only what belongs to this customer, if the key is for all customers; without it, or with `*`, everything */
                "X-Customer-Id"?: components["parameters"]["CustomerFilter"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyInClear"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                /** @description a whole number of minutes, such as 1m or 2h */
                step?: string;
                endpoint?: components["schemas"]["EndpointId"];
                by?: "endpoint";
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the series */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"] | components["schemas"]["SeriesByEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description endpoints by state, waiting messages, and endpoints that need attention */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listCustomerOverviews: {
        parameters: {
            query?: {
                /** @description with `true`, only customers with endpoints that are disabled, frozen, paused or near a limit */
                needingAttention?: "true";
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description the customer of the list, if the key is for all customers; `*` stands for all of them, one customer after the other; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["ListedCustomer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerOverviewPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getSettings: {
        parameters: {
            query?: {
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getEncryptionKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["EncryptionKeyState"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    reencryptSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description started */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EncryptionKeyState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBackups: {
        parameters: {
            query?: {
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
        };
    };
    createBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BackupInput"];
            };
        };
        responses: {
            /** @description created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
            507: components["responses"]["NoSpace"];
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the backup */
            200: {
                headers: {
                    /** @description the name of the file */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description made at this time or later */
                from?: string;
                /** @description made before this time */
                to?: string;
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
                /** @description the nextCursor of the previous page */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: {
                /** @description shows only what belongs to this customer, if the key is for all customers; without it, or with `*`, everything */
                "X-Customer-Id"?: components["parameters"]["CustomerFilter"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description this document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Health"];
            503: components["responses"]["Health"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Health"];
            503: components["responses"]["Health"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the metrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    workfrontPage: {
        parameters: {
            query?: {
                page?: number;
                /** @description maximum number of entries per page */
                limit?: components["parameters"]["Limit"];
            };
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    workfrontCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkfrontSubscriptionInput"];
            };
        };
        responses: {
            /** @description created */
            201: {
                headers: {
                    /** @description path of the new resource */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    workfrontList: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the complete list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    workfrontSwitchMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkfrontVersionsInput"];
            };
        };
        responses: {
            /** @description switched */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontVersions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    workfrontGet: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the subscription */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontSubscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    workfrontDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    workfrontEnable: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the subscription; its endpoint is enabled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontSubscription"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    workfrontSwitch: {
        parameters: {
            query?: never;
            header?: {
                /** @description the customer of the call, if the key is for all customers; without it the customer `default` */
                "X-Customer-Id"?: components["parameters"]["Customer"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkfrontVersionInput"];
            };
        };
        responses: {
            /** @description switched */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkfrontVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
}

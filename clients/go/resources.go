package posthorn

import (
	"context"
	"net/http"
	"time"
)

func get[T any](ctx context.Context, t *transport, path ...string) (*T, error) {
	return result[T](ctx, t, request{method: http.MethodGet, path: path})
}

func result[T any](ctx context.Context, t *transport, r request) (*T, error) {
	value := new(T)
	if err := t.call(ctx, r, value); err != nil {
		return nil, err
	}
	return value, nil
}

// post sends a call that must not be repeated unless it had no effect.
func post[T any](ctx context.Context, t *transport, body any, path ...string) (*T, error) {
	return result[T](ctx, t, request{method: http.MethodPost, path: path, body: body})
}

// act sends a call without a body whose repetition has no further effect.
func act[T any](ctx context.Context, t *transport, path ...string) (*T, error) {
	return result[T](ctx, t, request{method: http.MethodPost, path: path, repeatable: true})
}

// Subscriptions are the calls about subscriptions.
type Subscriptions struct{ transport *transport }

// Create creates a subscription. The response has the secret that signs its messages.
func (s *Subscriptions) Create(ctx context.Context, subscription SubscriptionInput) (*SubscriptionWithSecret, error) {
	return post[SubscriptionWithSecret](ctx, s.transport, subscription, "subscriptions")
}

// List returns the subscriptions, oldest first; with an endpoint id only its own.
func (s *Subscriptions) List(endpointID string) List[Subscription] {
	return List[Subscription]{s.transport, []string{"subscriptions"}, queryOf("endpoint", endpointID)}
}

// Get returns a subscription.
func (s *Subscriptions) Get(ctx context.Context, id string) (*Subscription, error) {
	return get[Subscription](ctx, s.transport, "subscriptions", id)
}

// Update changes the given fields. Waiting messages move to a new URL.
func (s *Subscriptions) Update(ctx context.Context, id string, change SubscriptionChange) (*SubscriptionWithSecret, error) {
	return result[SubscriptionWithSecret](ctx, s.transport,
		request{method: http.MethodPatch, path: []string{"subscriptions", id}, body: change})
}

// Delete deletes a subscription; its waiting messages are cancelled.
func (s *Subscriptions) Delete(ctx context.Context, id string) error {
	return s.transport.call(ctx, request{method: http.MethodDelete, path: []string{"subscriptions", id}}, nil)
}

// Test sends a test request now. It is not a message and does not count; at most 10 per minute.
func (s *Subscriptions) Test(ctx context.Context, id string) (*TestResult, error) {
	return post[TestResult](ctx, s.transport, nil, "subscriptions", id, "test")
}

// DryRun evaluates an unsaved subscription against an event, or against the last 20 events if it is
// nil.
func (s *Subscriptions) DryRun(ctx context.Context, subscription SubscriptionInput, event *EventInput) ([]EventVerdict, error) {
	page, err := result[Page[EventVerdict]](ctx, s.transport, request{
		method: http.MethodPost, path: []string{"subscriptions", "dryRun"},
		body: DryRunInput{Subscription: subscription, Event: event}, repeatable: true,
	})
	if err != nil {
		return nil, err
	}
	return page.Data, nil
}

// Endpoints are the calls about endpoints: the URLs of a customer, their health and their secrets.
type Endpoints struct{ transport *transport }

// EndpointCriteria select endpoints; zero values select all.
type EndpointCriteria struct {
	// Status is enabled, disabled or frozen.
	Status string
	Paused *bool
	// Q is a part of the URL, or an id.
	Q string
}

// List returns the endpoints, ordered by id.
func (e *Endpoints) List(criteria EndpointCriteria) List[EndpointSummary] {
	return List[EndpointSummary]{e.transport, []string{"endpoints"},
		queryOf("status", criteria.Status, "paused", criteria.Paused, "q", criteria.Q)}
}

// Get returns an endpoint.
func (e *Endpoints) Get(ctx context.Context, id string) (*Endpoint, error) {
	return get[Endpoint](ctx, e.transport, "endpoints", id)
}

// Update sets limits, timeout, static headers and options.
func (e *Endpoints) Update(ctx context.Context, id string, change EndpointChange) (*Endpoint, error) {
	return result[Endpoint](ctx, e.transport,
		request{method: http.MethodPatch, path: []string{"endpoints", id}, body: change})
}

// Enable enables an endpoint that is disabled, frozen or paused; held messages are due at once.
func (e *Endpoints) Enable(ctx context.Context, id string) (*Endpoint, error) {
	return act[Endpoint](ctx, e.transport, "endpoints", id, "enable")
}

// Pause pauses an endpoint until it is resumed or enabled.
func (e *Endpoints) Pause(ctx context.Context, id string) (*Endpoint, error) {
	return act[Endpoint](ctx, e.transport, "endpoints", id, "pause")
}

// Resume ends the pause of an endpoint; its circuit stays as it is.
func (e *Endpoints) Resume(ctx context.Context, id string) (*Endpoint, error) {
	return act[Endpoint](ctx, e.transport, "endpoints", id, "resume")
}

// History returns the last 200 changes and probes of its circuit, newest first.
func (e *Endpoints) History(id string) List[CircuitEntry] {
	return List[CircuitEntry]{e.transport, []string{"endpoints", id, "history"}, nil}
}

// Secret returns the secret that signs its messages.
func (e *Endpoints) Secret(ctx context.Context, id string) (*Secret, error) {
	return get[Secret](ctx, e.transport, "endpoints", id, "secret")
}

// SetSecret imports a secret: whsec_ and the Base64 of 24 to 64 bytes.
func (e *Endpoints) SetSecret(ctx context.Context, id, secret string) (*Secret, error) {
	return result[Secret](ctx, e.transport, request{
		method: http.MethodPut, path: []string{"endpoints", id, "secret"}, body: SecretInput{Secret: secret},
	})
}

// RotateSecret creates a new secret; both sign during the overlap, such as 24h, the default.
func (e *Endpoints) RotateSecret(ctx context.Context, id, overlap string) (*Secret, error) {
	return post[Secret](ctx, e.transport, RotationInput{Overlap: overlap}, "endpoints", id, "secret", "rotate")
}

// Messages are the calls about messages, each of which is one event for one subscription.
type Messages struct{ transport *transport }

// MessageCriteria select messages; zero values select all.
type MessageCriteria struct {
	Endpoint, Subscription    string
	ObjCode, EventType, ObjID string
	Status                    MessageStatus
	// Outcome is that of the last attempt, such as failed, 503 or 5xx.
	Outcome string
	// Accepted at From or later, and before To.
	From, To time.Time
	// Ended at EndedFrom or later, and before EndedTo.
	EndedFrom, EndedTo time.Time
}

// List returns the messages, newest first.
func (m *Messages) List(criteria MessageCriteria) List[MessageSummary] {
	return List[MessageSummary]{m.transport, []string{"messages"}, queryOf(
		"endpoint", criteria.Endpoint, "subscription", criteria.Subscription,
		"objCode", criteria.ObjCode, "eventType", criteria.EventType, "objId", criteria.ObjID,
		"status", string(criteria.Status), "outcome", criteria.Outcome,
		"from", criteria.From, "to", criteria.To, "endedFrom", criteria.EndedFrom, "endedTo", criteria.EndedTo,
	)}
}

// Get returns a message with its payload and its attempts.
func (m *Messages) Get(ctx context.Context, id string) (*Message, error) {
	return get[Message](ctx, m.transport, "messages", id)
}

// Replay replays an ended message on a new schedule.
func (m *Messages) Replay(ctx context.Context, id string) (*Message, error) {
	return post[Message](ctx, m.transport, nil, "messages", id, "replay")
}

// Cancel cancels a waiting message.
func (m *Messages) Cancel(ctx context.Context, id string) (*Message, error) {
	return post[Message](ctx, m.transport, nil, "messages", id, "cancel")
}

// Retry attempts a waiting message now.
func (m *Messages) Retry(ctx context.Context, id string) (*Message, error) {
	return post[Message](ctx, m.transport, nil, "messages", id, "retry")
}

// ReplayAll replays many ended messages, or counts them, in the background.
func (m *Messages) ReplayAll(ctx context.Context, selection ReplayInput) (*Job, error) {
	return post[Job](ctx, m.transport, selection, "replays")
}

// ReplayJob returns the progress of a bulk replay.
func (m *Messages) ReplayJob(ctx context.Context, id string) (*Job, error) {
	return get[Job](ctx, m.transport, "replays", id)
}

// CancelAll cancels many waiting messages, or counts them, in the background.
func (m *Messages) CancelAll(ctx context.Context, selection CancellationInput) (*Job, error) {
	return post[Job](ctx, m.transport, selection, "cancellations")
}

// CancelJob returns the progress of a bulk cancellation.
func (m *Messages) CancelJob(ctx context.Context, id string) (*Job, error) {
	return get[Job](ctx, m.transport, "cancellations", id)
}

// RetryAll attempts many waiting messages now, or counts them, in the background.
func (m *Messages) RetryAll(ctx context.Context, selection RetryInput) (*Job, error) {
	return post[Job](ctx, m.transport, selection, "retries")
}

// RetryJob returns the progress of a bulk retry.
func (m *Messages) RetryJob(ctx context.Context, id string) (*Job, error) {
	return get[Job](ctx, m.transport, "retries", id)
}

// Customers are the calls about customers (tenants); for admins.
type Customers struct{ transport *transport }

// List returns all customers, ordered by id.
func (c *Customers) List() List[Customer] {
	return List[Customer]{c.transport, []string{"customers"}, nil}
}

// Create creates a customer, unless it exists.
func (c *Customers) Create(ctx context.Context, id string) (*Customer, error) {
	return result[Customer](ctx, c.transport, request{method: http.MethodPut, path: []string{"customers", id}})
}

// Get returns a customer.
func (c *Customers) Get(ctx context.Context, id string) (*Customer, error) {
	return get[Customer](ctx, c.transport, "customers", id)
}

// Delete erases a customer and all its data, in the background.
func (c *Customers) Delete(ctx context.Context, id string) error {
	return c.transport.call(ctx, request{method: http.MethodDelete, path: []string{"customers", id}}, nil)
}

// PauseDelivery pauses the deliveries of a customer.
func (c *Customers) PauseDelivery(ctx context.Context, id string) (*CustomerDeliveryState, error) {
	return act[CustomerDeliveryState](ctx, c.transport, "customers", id, "delivery", "pause")
}

// ResumeDelivery resumes the deliveries of a customer.
func (c *Customers) ResumeDelivery(ctx context.Context, id string) (*CustomerDeliveryState, error) {
	return act[CustomerDeliveryState](ctx, c.transport, "customers", id, "delivery", "resume")
}

// Keys are the calls about API keys; for admins.
type Keys struct{ transport *transport }

// Create creates a key. Only this response contains the key itself.
func (k *Keys) Create(ctx context.Context, key KeyInput) (*KeyInClear, error) {
	return post[KeyInClear](ctx, k.transport, key, "keys")
}

// List returns all keys, identified by their first characters.
func (k *Keys) List() List[Key] {
	return List[Key]{k.transport, []string{"keys"}, nil}
}

// Revoke revokes a key. Calls with it are refused from then on.
func (k *Keys) Revoke(ctx context.Context, id string) error {
	return k.transport.call(ctx, request{method: http.MethodDelete, path: []string{"keys", id}}, nil)
}

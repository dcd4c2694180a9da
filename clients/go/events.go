package posthorn

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// The server's limits per call.
const (
	maxBatchEvents = 1_000
	maxBatchBytes  = 16 << 20
)

// Events are the calls that send events and look them up.
type Events struct{ transport *transport }

// Send sends an event, and returns once it is durable. An event without an id gets a random one
// before the first try, so that a retry creates no second message.
func (e *Events) Send(ctx context.Context, event EventInput) (AcceptedEvent, error) {
	encoded, err := encode(event)
	if err != nil {
		return AcceptedEvent{}, err
	}
	accepted, err := e.post(ctx, encoded, 1)
	if err != nil {
		return AcceptedEvent{}, err
	}
	return accepted[0], nil
}

// SendAll sends events in batches of up to 1,000 events and 16 MiB, and returns once all are durable.
// With an error it returns the accepted events of the batches before the one that failed: send all
// of them again, with ids of your own.
func (e *Events) SendAll(ctx context.Context, events []EventInput) ([]AcceptedEvent, error) {
	accepted := make([]AcceptedEvent, 0, len(events))
	for batch, err := range e.SendBatches(ctx, slices.Values(events)) {
		if err != nil {
			return accepted, err
		}
		accepted = append(accepted, batch...)
	}
	return accepted, nil
}

// SendBatches sends events in batches, and yields each batch once it is accepted, in the order of
// the events. After an error the iteration ends.
func (e *Events) SendBatches(ctx context.Context, events iter.Seq[EventInput]) iter.Seq2[[]AcceptedEvent, error] {
	return func(yield func([]AcceptedEvent, error) bool) {
		var batch [][]byte
		size := 2
		for event := range events {
			encoded, err := encode(event)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(batch) == maxBatchEvents || len(batch) > 0 && size+len(encoded)+1 > maxBatchBytes {
				accepted, err := e.post(ctx, joined(batch), len(batch))
				if !yield(accepted, err) || err != nil {
					return
				}
				batch, size = nil, 2
			}
			batch = append(batch, encoded)
			size += len(encoded) + 1
		}
		if len(batch) > 0 {
			yield(e.post(ctx, joined(batch), len(batch)))
		}
	}
}

// encode writes an event. Its id is made once, before the first try, so that a retry creates no
// second message.
func encode(event EventInput) ([]byte, error) {
	if event.ID == "" {
		event.ID = rand.Text()
	}
	encoded, err := json.Marshal(event)
	if err != nil {
		return nil, fmt.Errorf("posthorn: event %s cannot be written as JSON: %w", event.ID, err)
	}
	return encoded, nil
}

func joined(batch [][]byte) []byte {
	return slices.Concat([]byte("["), bytes.Join(batch, []byte(",")), []byte("]"))
}

func (e *Events) post(ctx context.Context, body []byte, count int) ([]AcceptedEvent, error) {
	var accepted AcceptedEvents
	err := e.transport.call(ctx,
		request{method: http.MethodPost, path: []string{"events"}, body: body, repeatable: true}, &accepted)
	if err == nil && len(accepted.Events) != count {
		err = fmt.Errorf("%d events sent, %d accepted", count, len(accepted.Events))
		err = &NoResponseError{Invalid, e.transport.url, err}
	}
	return accepted.Events, err
}

// DryRun evaluates up to 1,000 events without storing or sending anything.
func (e *Events) DryRun(ctx context.Context, events []EventInput) ([]DryRunResult, error) {
	var result DryRun
	err := e.transport.call(ctx, request{
		method: http.MethodPost, path: []string{"events"}, query: url.Values{"dryRun": {"true"}}, body: events, repeatable: true,
	}, &result)
	return result.Events, err
}

// EventCriteria select events; zero values select all.
type EventCriteria struct {
	ObjCode, EventType, ObjID string
	// Matched selects only events that matched a subscription, or only others.
	Matched *bool
	// Accepted at From or later, and before To.
	From, To time.Time
}

// List returns the accepted events, newest first.
func (e *Events) List(criteria EventCriteria) List[EventSummary] {
	return List[EventSummary]{e.transport, []string{"events"}, queryOf(
		"objCode", criteria.ObjCode, "eventType", criteria.EventType, "objId", criteria.ObjID,
		"matched", criteria.Matched, "from", criteria.From, "to", criteria.To,
	)}
}

// Get returns an event with its states and messages, by the id it was sent with.
func (e *Events) Get(ctx context.Context, id string) (*Event, error) {
	return get[Event](ctx, e.transport, "events", id)
}

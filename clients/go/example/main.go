// Subscribes, sends events, receives the matching messages, and looks up their status:
//
//	POSTHORN_URL=http://127.0.0.1:8080 POSTHORN_KEY=phk_... go run ./example
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"time"

	"posthorn.example/posthorn"
)

type order struct {
	Status string `json:"status"`
	Total  int    `json:"total"`
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	var webhook atomic.Pointer[posthorn.Webhook] // set once the subscription exists
	received := make(chan string, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		verifier := webhook.Load()
		if err != nil || verifier == nil {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		message, err := verifier.Verify(body, r.Header)
		if err != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.WriteHeader(http.StatusAccepted)
		received <- message.ID
	}))
	defer receiver.Close()

	// POSTHORN_URL and POSTHORN_KEY; 429, 503 and lost connections are retried.
	client, err := posthorn.New("", "")
	if err != nil {
		return err
	}

	// Paid orders of at least 100 go to the receiver.
	subscription, err := client.Subscriptions.Create(ctx, posthorn.SubscriptionInput{
		ObjCode:   "GO_ORDER",
		EventType: "UPDATE",
		URL:       receiver.URL + "/hooks",
		Filters: []posthorn.Filter{
			{FieldName: "status", FieldValue: "paid"},
			{FieldName: "total", FieldValue: 100, Comparison: "gte"},
		},
	})
	if err != nil {
		return err
	}
	verifier, err := posthorn.NewWebhook(subscription.SigningSecret)
	if err != nil {
		return err
	}
	webhook.Store(verifier)
	fmt.Println("Subscribed.")

	// One event, or many. An id of your own makes sending idempotent over restarts of your program, too.
	if _, err := client.Events.Send(ctx, event("small", order{"paid", 20})); err != nil {
		return err
	}
	accepted, err := client.Events.SendAll(ctx, []posthorn.EventInput{
		event("open", order{"open", 120}),
		event("large", order{"paid", 120}),
	})
	if err != nil {
		return err
	}
	fmt.Printf("Accepted %d events.\n", 1+len(accepted))

	_, err = client.Events.Send(ctx, posthorn.EventInput{ObjCode: "not a code", EventType: "UPDATE"})
	var refused *posthorn.APIError
	if !errors.As(err, &refused) {
		return fmt.Errorf("not refused: %w", err)
	}
	fmt.Printf("Refused with %d %s, because of %s.\n", refused.Status, refused.Code, refused.Errors[0].Pointer)
	select {
	case id := <-received:
		fmt.Printf("Received %s, and its signature is right.\n", id)
	case <-time.After(time.Minute):
		return fmt.Errorf("no message arrived within a minute")
	}

	criteria := posthorn.MessageCriteria{Subscription: subscription.ID}
	for message, err := range client.Messages.List(criteria).All(ctx) {
		if err != nil {
			return err
		}
		fmt.Printf("Message %s is about order %s.\n", message.ID, message.ObjID)
	}

	if err := client.Subscriptions.Delete(ctx, subscription.ID); err != nil {
		return err
	}
	fmt.Println("Done.")
	return nil
}

func event(name string, state order) posthorn.EventInput {
	return posthorn.EventInput{
		ID:        fmt.Sprintf("go-%s-%d", name, time.Now().UnixNano()),
		ObjCode:   "GO_ORDER",
		EventType: "UPDATE",
		ObjID:     name,
		NewState:  state,
		OldState:  map[string]any{"status": "open"},
	}
}

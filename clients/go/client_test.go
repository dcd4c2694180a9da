package posthorn

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	busy     = `{"title":"Busy","status":503,"code":"overloaded","detail":"Full."}`
	endpoint = `{"id":"ep_1","status":"enabled","frozenAt":null,"lastError":null,"maxInFlight":null}`
)

func apiError(t *testing.T, err error) *APIError {
	t.Helper()
	var refused *APIError
	if !errors.As(err, &refused) {
		t.Fatalf("not an APIError: %v", err)
	}
	return refused
}

func reason(t *testing.T, err error) NoResponseReason {
	t.Helper()
	var missing *NoResponseError
	if !errors.As(err, &missing) {
		t.Fatalf("not a NoResponseError: %v", err)
	}
	return missing.Reason
}

func equal[T comparable](t *testing.T, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func within(t *testing.T, got, from, to time.Duration) {
	t.Helper()
	if got < from || got > to {
		t.Errorf("got %v, want %v to %v", got, from, to)
	}
}

func TestACallCarriesKeyCustomerAndVersion(t *testing.T) {
	server := startScripted(t).responds(200, endpoint).responds(200, endpoint)
	client := server.client(t, WithCustomer("acme"))
	other, err := client.ForCustomer("other")
	if err != nil {
		t.Fatal(err)
	}

	got, err := client.Endpoints.Get(t.Context(), "ep_1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Endpoints.Get(t.Context(), "../keys?x=1 y"); err != nil {
		t.Fatal(err)
	}

	equal(t, got.Status, "enabled")
	equal(t, got.FrozenAt.IsZero() && got.LastError == nil && got.MaxInFlight == nil, true)
	equal(t, server.lines[0], "GET /api/v1/endpoints/ep_1")
	equal(t, server.lines[1], "GET /api/v1/endpoints/..%2Fkeys%3Fx=1%20y")
	equal(t, server.headers[0].Get("Authorization"), "Bearer phk_1")
	equal(t, server.headers[0].Get("User-Agent"), "posthorn-client-go/"+ClientVersion)
	equal(t, server.headers[0].Get("X-Customer-Id"), "acme")
	equal(t, server.headers[1].Get("X-Customer-Id"), "other")
}

func TestARefusedCallReturnsTheProblem(t *testing.T) {
	server := startScripted(t).responds(400, `{"title":"Bad request","status":400,"code":"invalid_request",
		"detail":"/url: The field is required.","errors":[{"pointer":"/url","detail":"The field is required."},
		{"pointer":"/objCode","detail":"Too long."}]}`, "X-Request-Id", "r1")

	_, err := server.client(t).Subscriptions.Create(t.Context(), SubscriptionInput{ObjCode: "A", EventType: "B"})

	refused := apiError(t, err)
	equal(t, refused.Status, 400)
	equal(t, refused.Code, ErrorCodeInvalidRequest)
	equal(t, refused.RequestID(), "r1")
	equal(t, refused.Errors[1], FieldError{Pointer: "/objCode", Detail: "Too long."})
	equal(t, err.Error(), "posthorn: POST /api/v1/subscriptions failed with 400 Bad request: "+
		"/url: The field is required. [/objCode: Too long.]")
}

func TestAnErrorOfAProxyKeepsItsBody(t *testing.T) {
	server := startScripted(t).responds(418, "<h1>teapot</h1>").responds(200, "<html>")
	client := server.client(t)

	_, err := client.Endpoints.Get(t.Context(), "ep_1")
	refused := apiError(t, err)
	equal(t, refused.Code, "")
	equal(t, string(refused.Body), "<h1>teapot</h1>")

	_, err = client.Endpoints.Get(t.Context(), "ep_1")
	equal(t, reason(t, err), Invalid)
}

func TestACallEndsWithItsContext(t *testing.T) {
	server := startScripted(t).responds(503, busy)
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	client := server.client(t)
	client.transport.sleep = func(ctx context.Context, _ time.Duration) error {
		cancel(stopped)
		return sleep(ctx, time.Hour)
	}

	_, err := client.Endpoints.Get(ctx, "ep_1")

	equal(t, errors.Is(err, stopped), true)
	equal(t, len(server.lines), 1)
}

func TestTemporaryErrorsAreRetriedWithGrowingDelays(t *testing.T) {
	for _, status := range []int{429, 502, 503, 504} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			server := startScripted(t).responds(status, busy).responds(status, busy).responds(200, endpoint)

			if _, err := server.client(t).Endpoints.Get(t.Context(), "ep_1"); err != nil {
				t.Fatal(err)
			}

			equal(t, len(server.slept), 2)
			within(t, server.slept[0], 100*time.Millisecond, 200*time.Millisecond)
			within(t, server.slept[1], 200*time.Millisecond, 400*time.Millisecond)
		})
	}
}

func TestRetryAfterIsHonouredAsSecondsAndAsADate(t *testing.T) {
	server := startScripted(t).
		responds(503, busy, "Retry-After", "7").
		responds(503, busy, "Retry-After", time.Now().Add(10*time.Second).UTC().Format(http.TimeFormat)).
		responds(503, busy, "Retry-After", "soon").
		responds(200, endpoint)

	if _, err := server.client(t).Endpoints.Get(t.Context(), "ep_1"); err != nil {
		t.Fatal(err)
	}

	within(t, server.slept[0], 7*time.Second, 7700*time.Millisecond)
	within(t, server.slept[1], 7*time.Second, 11*time.Second)
	within(t, server.slept[2], 400*time.Millisecond, 800*time.Millisecond)
}

func TestALongerWaitThanAllowedIsAnError(t *testing.T) {
	server := startScripted(t).responds(503, busy, "Retry-After", "3600")

	_, err := server.client(t).Endpoints.Get(t.Context(), "ep_1")

	asked, given := apiError(t, err).RetryAfter()
	equal(t, asked, time.Hour)
	equal(t, given, true)
	equal(t, len(server.lines), 1)
}

func TestTriesAreLimited(t *testing.T) {
	server := startScripted(t)
	for range 6 {
		server.responds(503, busy)
	}

	_, err := server.client(t).Endpoints.Get(t.Context(), "ep_1")

	equal(t, apiError(t, err).Status, 503)
	equal(t, len(server.lines), 5)
}

func TestOtherErrorsAreNotRetried(t *testing.T) {
	for _, status := range []int{400, 401, 404, 409, 500, 507} {
		server := startScripted(t).responds(status, busy)

		_, err := server.client(t).Endpoints.Get(t.Context(), "ep_1")

		equal(t, apiError(t, err).Status, status)
		equal(t, len(server.lines), 1)
	}
}

func TestACallThatMustNotBeRepeatedIsRetriedOnlyIfItHadNoEffect(t *testing.T) {
	server := startScripted(t).responds(429, busy).responds(503, busy).closesConnection()
	client := server.client(t)

	_, err := client.Messages.Replay(t.Context(), "msg_1")
	equal(t, apiError(t, err).Status, 503)
	_, err = client.Messages.Replay(t.Context(), "msg_1")
	equal(t, reason(t, err), ConnectionLost)

	equal(t, len(server.lines), 3)
}

func TestALostConnectionIsRetried(t *testing.T) {
	server := startScripted(t).closesConnection().responds(200, endpoint)

	got, err := server.client(t).Endpoints.Enable(t.Context(), "ep_1")

	if err != nil {
		t.Fatal(err)
	}
	equal(t, got.ID, "ep_1")
}

type slowAtFirst struct{ tries int }

func (s *slowAtFirst) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.tries++; s.tries == 1 {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return http.DefaultTransport.RoundTrip(r)
}

func TestATimeoutIsRetried(t *testing.T) {
	server := startScripted(t).responds(200, endpoint)
	slow := &slowAtFirst{}
	client := server.client(t, WithHTTPClient(&http.Client{Transport: slow}), WithTimeout(20*time.Millisecond))
	client.transport.sleep = func(context.Context, time.Duration) error {
		client.transport.timeout = time.Minute
		return nil
	}

	if _, err := client.Endpoints.Get(t.Context(), "ep_1"); err != nil {
		t.Fatal(err)
	}

	equal(t, slow.tries, 2)
}

func TestA404AfterALostDeletionCountsAsDeleted(t *testing.T) {
	server := startScripted(t).responds(503, busy).responds(404, "{}").responds(404, "{}")
	client := server.client(t)

	if err := client.Subscriptions.Delete(t.Context(), "sub_1"); err != nil {
		t.Fatal(err)
	}

	equal(t, apiError(t, client.Subscriptions.Delete(t.Context(), "sub_2")).Status, 404)
}

func TestARefusedConnectionIsRetriedForEveryCall(t *testing.T) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	free.Close()
	server := startScripted(t)
	client := server.client(t)
	client.transport.url = "http://" + free.Addr().String()

	_, err = client.Messages.Replay(t.Context(), "msg_1")

	equal(t, reason(t, err), NotReached)
	equal(t, len(server.slept), 4)
}

func TestTheIDIsMadeOnceBeforeTheFirstTry(t *testing.T) {
	server := startScripted(t).closesConnection().responds(503, busy).responds(202, `{"events":[{"id":"a","messages":1}]}`)

	_, err := server.client(t).Events.Send(t.Context(),
		EventInput{ObjCode: "ORDER", EventType: "UPDATE", NewState: map[string]any{"status": "paid"}})

	if err != nil {
		t.Fatal(err)
	}
	equal(t, len(slices.Compact(server.bodies)), 1)
	var sent EventInput
	if err := json.Unmarshal([]byte(server.bodies[0]), &sent); err != nil {
		t.Fatal(err)
	}
	equal(t, len(sent.ID) >= 26, true)
}

func TestAnEventIsWrittenWithoutWhatIsNotSet(t *testing.T) {
	server := startScripted(t).responds(202, `{"events":[{"id":"order-17"}]}`)

	accepted, err := server.client(t).Events.Send(t.Context(), EventInput{
		ID: "order-17", ObjCode: "ORDER", EventType: "UPDATE",
		EventTime: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC),
	})

	if err != nil {
		t.Fatal(err)
	}
	equal(t, accepted, AcceptedEvent{ID: "order-17"})
	equal(t, server.bodies[0],
		`{"id":"order-17","objCode":"ORDER","eventType":"UPDATE","eventTime":"2026-11-15T12:00:00Z"}`)
}

type countingTransport struct {
	batches []int
	largest int
}

func (c *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var events []EventInput
	if err := json.Unmarshal(body, &events); err != nil {
		return nil, err
	}
	c.batches = append(c.batches, len(events))
	c.largest = max(c.largest, len(body))
	accepted, err := json.Marshal(AcceptedEvents{Events: make([]AcceptedEvent, len(events))})
	return &http.Response{StatusCode: 202, Body: io.NopCloser(strings.NewReader(string(accepted)))}, err
}

func TestEventsAreSentInBatches(t *testing.T) {
	counting := &countingTransport{}
	client := startScripted(t).client(t, WithHTTPClient(&http.Client{Transport: counting}))
	event := EventInput{ObjCode: "ORDER", EventType: "UPDATE"}
	large := EventInput{ObjCode: "ORDER", EventType: "UPDATE", NewState: map[string]string{"text": strings.Repeat("é", 400_000)}}

	accepted, err := client.Events.SendAll(t.Context(), slices.Repeat([]EventInput{event}, 2_001))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Events.SendAll(t.Context(), slices.Repeat([]EventInput{large}, 25)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Events.SendAll(t.Context(), nil); err != nil {
		t.Fatal(err)
	}

	equal(t, len(accepted), 2_001)
	equal(t, fmt.Sprint(counting.batches), "[1000 1000 1 20 5]")
	equal(t, counting.largest <= 16<<20, true)
}

func TestTheBatchesBeforeAFailureAreReturned(t *testing.T) {
	first := AcceptedEvents{Events: make([]AcceptedEvent, 1_000)}
	text, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	server := startScripted(t).responds(202, string(text)).responds(507, busy)

	accepted, err := server.client(t).Events.SendAll(t.Context(), make([]EventInput, 1_001))

	equal(t, apiError(t, err).Status, 507)
	equal(t, len(accepted), 1_000)
}

func TestAListIsReadThroughEmptyPages(t *testing.T) {
	server := startScripted(t).
		responds(200, `{"data":[{"id":"a"}],"nextCursor":"c1"}`).
		responds(200, `{"data":[],"nextCursor":"c2"}`).
		responds(200, `{"data":[{"id":"b"}],"nextCursor":null}`)
	matched := true
	criteria := EventCriteria{ObjCode: "A B", Matched: &matched, From: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}

	var ids []string
	for event, err := range server.client(t).Events.List(criteria).All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, event.ID)
	}

	equal(t, fmt.Sprint(ids), "[a b]")
	rest := "from=2026-11-15T12%3A00%3A00Z&matched=true&objCode=A+B"
	equal(t, server.lines[0], "GET /api/v1/events?"+rest)
	equal(t, server.lines[1], "GET /api/v1/events?cursor=c1&"+rest)
	equal(t, server.lines[2], "GET /api/v1/events?cursor=c2&"+rest)
}

func TestAListReadsNoPageThatIsNotNeededAndEndsWithAnError(t *testing.T) {
	page := `{"data":[{"id":"a"},{"id":"b"}],"nextCursor":"c"}`
	server := startScripted(t).responds(200, page).responds(200, page).responds(403, "{}")
	list := server.client(t).Messages.List(MessageCriteria{})

	for range list.All(t.Context()) {
		break
	}
	equal(t, len(server.lines), 1)

	entries, failures := 0, 0
	for _, err := range list.All(t.Context()) {
		if err != nil {
			failures++
		} else {
			entries++
		}
	}
	equal(t, entries, 2)
	equal(t, failures, 1)
}

func TestAChangeCanSetAndClearFields(t *testing.T) {
	server := startScripted(t).responds(200, "{}")

	_, err := server.client(t).Subscriptions.Update(t.Context(), "sub_1", SubscriptionChange{
		URL: Set("https://new.example/"), AuthToken: Null[string](), Base64Encoding: Set(false),
	})

	if err != nil {
		t.Fatal(err)
	}
	equal(t, server.bodies[0], `{"url":"https://new.example/","authToken":null,"base64Encoding":false}`)
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	for _, url := range []string{"ftp://example.org", "127.0.0.1", "http://", "http://a b"} {
		if _, err := New(url, "k"); err == nil {
			t.Errorf("accepted %q", url)
		}
	}
	_, err := New("http://127.0.0.1", "se\ncret")
	equal(t, err.Error(), "posthorn: the key contains characters that are not allowed in a header")
}

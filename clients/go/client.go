package posthorn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"
)

// ClientVersion is the version of this library.
const ClientVersion = "0.2.0"

// Client is the client of a Posthorn server. It is safe for concurrent use; one per server is enough.
type Client struct {
	Events        *Events
	Subscriptions *Subscriptions
	Endpoints     *Endpoints
	Messages      *Messages
	Customers     *Customers
	Keys          *Keys

	transport *transport
}

// RetryPolicy is the policy for automatic retries.
//
// A call with a 429 response, or without a connection, had no effect and is always retried. Calls
// that are safe to repeat (reads, updates, deletions, and events, which have ids) are also retried
// after 502, 503, 504, a timeout and a lost connection. The delay doubles each time and is
// randomized, so that many clients do not retry at the same time; Retry-After takes precedence.
type RetryPolicy struct {
	// The total number of tries; 1 for no retries.
	MaxAttempts int
	// The delay before the first retry.
	FirstDelay time.Duration
	// The longest delay; if the server asks for more, the call fails.
	MaxDelay time.Duration
}

// DefaultRetryPolicy makes five tries, beginning with a delay of 0.2 s, at most 30 s.
var DefaultRetryPolicy = RetryPolicy{MaxAttempts: 5, FirstDelay: 200 * time.Millisecond, MaxDelay: 30 * time.Second}

func (p RetryPolicy) delayAfter(attempt int) time.Duration {
	delay := min(p.FirstDelay<<min(attempt-1, 20), p.MaxDelay)
	return time.Duration(float64(delay) * (0.5 + rand.Float64()/2))
}

// Option is an option of a client.
type Option func(*transport) error

// WithCustomer sets the customer to act for, if the key is for all customers.
func WithCustomer(customer string) Option {
	return func(t *transport) error {
		t.customer = customer
		return sendable("customer", customer)
	}
}

// WithTimeout sets the longest time of one try; by default 60 s.
func WithTimeout(timeout time.Duration) Option {
	return func(t *transport) error {
		t.timeout = timeout
		return nil
	}
}

// WithRetries sets the retry policy; by default [DefaultRetryPolicy].
func WithRetries(policy RetryPolicy) Option {
	return func(t *transport) error {
		t.retries = policy
		return nil
	}
}

// WithHTTPClient sets the HTTP client to use, for custom TLS or proxies.
func WithHTTPClient(client *http.Client) Option {
	return func(t *transport) error {
		t.http = client
		return nil
	}
}

var address = regexp.MustCompile(`^https?://[^/?#\s]+[^?#\s]*$`)

// New returns a client.
//
// The url is the server's address, without /api/v1; if it is empty, POSTHORN_URL or
// http://127.0.0.1:8080. An empty key means POSTHORN_KEY.
func New(url, key string, options ...Option) (*Client, error) {
	if url == "" {
		url = os.Getenv("POSTHORN_URL")
	}
	if url == "" {
		url = "http://127.0.0.1:8080"
	}
	trimmed := strings.TrimRight(url, "/")
	if !address.MatchString(trimmed) {
		return nil, fmt.Errorf("posthorn: the server's address must look like http://127.0.0.1:8080, not %s", url)
	}
	if key == "" {
		key = os.Getenv("POSTHORN_KEY")
	}
	if key != "" {
		if err := sendable("key", key); err != nil {
			return nil, err
		}
	}
	t := &transport{
		url:     trimmed,
		key:     key,
		timeout: time.Minute,
		retries: DefaultRetryPolicy,
		sleep:   sleep,
		http: &http.Client{
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for _, option := range options {
		if err := option(t); err != nil {
			return nil, err
		}
	}
	return newClient(t), nil
}

func newClient(t *transport) *Client {
	return &Client{
		Events:        &Events{t},
		Subscriptions: &Subscriptions{t},
		Endpoints:     &Endpoints{t},
		Messages:      &Messages{t},
		Customers:     &Customers{t},
		Keys:          &Keys{t},
		transport:     t,
	}
}

// ForCustomer returns a client for one customer, for a key that is for all customers. It shares the
// connections.
func (c *Client) ForCustomer(customer string) (*Client, error) {
	if err := sendable("customer", customer); err != nil {
		return nil, err
	}
	t := *c.transport
	t.customer = customer
	return newClient(&t), nil
}

// Do sends any other call of the API, with key, retries and errors as usual. The path begins after
// /api/v1. The body, if not nil, is written as JSON; the response is read into result, if not nil.
func (c *Client) Do(ctx context.Context, method string, path []string, body, result any) error {
	return c.transport.call(ctx, request{method: method, path: path, body: body}, result)
}

// sendable checks a header value; the error does not repeat it, because it may be secret.
func sendable(what, value string) error {
	if value == "" || strings.ContainsFunc(value, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
		return errors.New("posthorn: the " + what + " contains characters that are not allowed in a header")
	}
	return nil
}

func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

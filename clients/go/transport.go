package posthorn

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// transport sends calls with key, customer and retries, and returns errors.
type transport struct {
	url, key, customer string
	timeout            time.Duration
	retries            RetryPolicy
	http               *http.Client
	sleep              func(context.Context, time.Duration) error
}

// request is a call of the API.
type request struct {
	method string
	path   []string
	query  url.Values
	body   any // JSON if it is a []byte
	// repeatable says that repeating a POST has no further effect; that of other methods never has.
	repeatable bool
}

type response struct {
	status int
	header http.Header
	body   []byte
}

// call sends a call and reads its response into result, unless that is nil.
func (t *transport) call(ctx context.Context, r request, result any) error {
	got, err := t.send(ctx, r)
	if err != nil || result == nil {
		return err
	}
	if err := json.Unmarshal(got.body, result); err != nil {
		return &NoResponseError{Invalid, t.url, fmt.Errorf("unexpected response: %w", err)}
	}
	return nil
}

func (t *transport) send(ctx context.Context, r request) (*response, error) {
	body, isJSON := r.body.([]byte)
	if r.body != nil && !isJSON {
		var err error
		if body, err = json.Marshal(r.body); err != nil {
			return nil, fmt.Errorf("posthorn: the request cannot be written as JSON: %w", err)
		}
	}
	repeatable := r.repeatable || r.method != http.MethodPost
	path := "/api/v1"
	for _, part := range r.path {
		path += "/" + url.PathEscape(part)
	}
	target := t.url + path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	maybeDone := false
	for attempt := 1; ; attempt++ {
		delay := t.retries.delayAfter(attempt)
		last := attempt >= t.retries.MaxAttempts
		got, err := t.exchange(ctx, r.method, target, body)
		var missing *NoResponseError
		switch {
		case errors.As(err, &missing):
			lost := missing.Reason == ConnectionLost || missing.Reason == Timeout
			if last || !(missing.Reason == NotReached || lost && repeatable) {
				return nil, err
			}
			maybeDone = maybeDone || lost
		case err != nil:
			return nil, err
		case got.status < 300:
			return got, nil
		case got.status == http.StatusNotFound && r.method == http.MethodDelete && maybeDone:
			return got, nil // an earlier try without a response deleted it
		default:
			asked, given := retryAfter(got.header, time.Now())
			if given {
				// Never earlier, and not all at the same time.
				delay = time.Duration(float64(asked) * (1 + rand.Float64()/10))
			}
			passing := got.status == http.StatusTooManyRequests || repeatable && isPassing(got.status)
			if !passing || last || asked > t.retries.MaxDelay {
				return nil, newAPIError(r.method, path, got.status, got.header, got.body)
			}
			// A proxy's 502 or 504 may hide a call that took effect.
			maybeDone = maybeDone || got.status != http.StatusTooManyRequests
		}
		if err := t.sleep(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func isPassing(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout
}

func (t *transport) exchange(ctx context.Context, method, target string, body []byte) (*response, error) {
	limited, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	// NewRequest gives net/http a way to read the body again, so that it can itself repeat a call on a
	// new connection if a reused one was closed before it was written.
	call, err := http.NewRequestWithContext(limited, method, target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	call.Header.Set("Accept", "application/json")
	call.Header.Set("User-Agent", "posthorn-client-go/"+ClientVersion)
	if body != nil {
		call.Header.Set("Content-Type", "application/json")
	}
	if t.key != "" {
		call.Header.Set("Authorization", "Bearer "+t.key)
	}
	if t.customer != "" {
		call.Header.Set("X-Customer-Id", t.customer)
	}
	got, err := t.http.Do(call)
	if err != nil {
		return nil, t.noResponse(ctx, err)
	}
	defer got.Body.Close()
	content, err := io.ReadAll(got.Body)
	if err != nil {
		return nil, t.noResponse(ctx, err)
	}
	return &response{got.StatusCode, got.Header, content}, nil
}

func (t *transport) noResponse(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx) // the caller's end is not an error of the connection
	}
	return &NoResponseError{reasonOf(err), t.url, err}
}

func reasonOf(err error) NoResponseReason {
	var dial *net.OpError
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	switch {
	case errors.As(err, &name), errors.As(err, &dial) && dial.Op == "dial":
		return NotReached
	case errors.As(err, &certificate), errors.As(err, &authority), strings.Contains(err.Error(), "malformed HTTP"):
		return Invalid
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	default:
		return ConnectionLost
	}
}

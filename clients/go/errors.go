package posthorn

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// APIError is the error of a call that the server refused. The response is an RFC 9457 problem,
// unless it comes from a proxy; then only Status, Header and Body are set.
type APIError struct {
	Method, Path string
	// The HTTP status.
	Status int
	Header http.Header
	// The machine-readable code, such as subscription_exists; empty if there is none.
	Code  ErrorCode
	Title string
	// The problem and the remedy; may be empty.
	Detail string
	// One entry for each invalid field.
	Errors []FieldError
	Body   []byte
}

func newAPIError(method, path string, status int, header http.Header, body []byte) *APIError {
	e := &APIError{Method: method, Path: path, Status: status, Header: header, Body: body}
	var problem Problem
	if json.Unmarshal(body, &problem) == nil { // else it is from a proxy
		e.Code, e.Title, e.Detail, e.Errors = problem.Code, problem.Title, problem.Detail, problem.Errors
	}
	return e
}

func (e *APIError) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "posthorn: %s %s failed with %d", e.Method, e.Path, e.Status)
	if e.Title != "" {
		text.WriteString(" " + e.Title)
	}
	if e.Detail != "" {
		text.WriteString(": " + e.Detail)
	}
	for _, field := range e.Errors {
		if !strings.Contains(e.Detail, field.Detail) { // the detail has the first error in full
			fmt.Fprintf(&text, " [%s: %s]", field.Pointer, field.Detail)
		}
	}
	return text.String()
}

// RequestID returns the request id, to find the call in the server's log.
func (e *APIError) RequestID() string {
	return e.Header.Get("X-Request-Id")
}

// RetryAfter returns the time to wait before a retry, if the server gave one.
func (e *APIError) RetryAfter() (time.Duration, bool) {
	return retryAfter(e.Header, time.Now())
}

func retryAfter(header http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 30); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if date, err := http.ParseTime(value); err == nil {
		return max(0, date.Sub(now)), true
	}
	return 0, false
}

// NoResponseReason says why there is no usable response.
type NoResponseReason string

const (
	// NotReached means that there was no connection, so that the server did not get the call.
	NotReached NoResponseReason = "not_reached"
	// ConnectionLost means that the call may have taken effect.
	ConnectionLost NoResponseReason = "connection_lost"
	// Timeout means that the call may have taken effect.
	Timeout NoResponseReason = "timeout"
	// Invalid means that the response is not from Posthorn.
	Invalid NoResponseReason = "invalid"
)

// NoResponseError is the error of a call without a usable response.
type NoResponseError struct {
	Reason NoResponseReason
	URL    string
	Err    error
}

func (e *NoResponseError) Error() string {
	switch e.Reason {
	case NotReached:
		return fmt.Sprintf("posthorn: cannot connect to %s: %v", e.URL, e.Err)
	case Timeout:
		return "posthorn: timed out waiting for " + e.URL
	case ConnectionLost:
		return fmt.Sprintf("posthorn: the connection to %s was lost before the response arrived: %v", e.URL, e.Err)
	default:
		return fmt.Sprintf("posthorn: the server at %s is not Posthorn: %v", e.URL, e.Err)
	}
}

func (e *NoResponseError) Unwrap() error { return e.Err }

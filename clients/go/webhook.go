package posthorn

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// VerificationReason says why a message is not accepted.
type VerificationReason string

const (
	// InvalidHeaders means that a header is missing or malformed.
	InvalidHeaders VerificationReason = "headers"
	// InvalidSignature means that no signature matches.
	InvalidSignature VerificationReason = "signature"
	// InvalidTimestamp means that the message is too old, or the clocks differ.
	InvalidTimestamp VerificationReason = "timestamp"
)

// VerificationError is the error of a message that is not authentic, was changed, or is too old.
// Respond with 401.
type VerificationError struct {
	Reason VerificationReason
	Detail string
}

func (e *VerificationError) Error() string { return "posthorn: " + e.Detail }

// VerifiedMessage is a message that was verified.
type VerifiedMessage struct {
	// ID is the same for all attempts of a message: skip ids that you have already processed.
	ID string
	// Timestamp is the time of the attempt.
	Timestamp time.Time
	Body      []byte
}

// JSON reads the body into a value.
func (m *VerifiedMessage) JSON(value any) error { return json.Unmarshal(m.Body, value) }

// Webhook is a verifier of received messages (Standard Webhooks 1.0, v1).
//
//	webhook, err := posthorn.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
//	message, err := webhook.Verify(body, request.Header)
type Webhook struct {
	// Tolerance is the allowed clock difference; by default 5 minutes.
	Tolerance time.Duration

	keys [][]byte
	now  func() time.Time
}

// NewWebhook returns a verifier for the endpoint's signing secret, or for several, any of which may
// sign.
func NewWebhook(secrets ...string) (*Webhook, error) {
	if len(secrets) == 0 {
		return nil, errors.New("posthorn: at least one secret is required")
	}
	webhook := &Webhook{Tolerance: 5 * time.Minute, now: time.Now}
	for _, secret := range secrets {
		encoded, found := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.Strict().DecodeString(encoded)
		if !found || err != nil || len(key) < 24 || len(key) > 64 {
			// Without repeating it.
			return nil, errors.New("posthorn: a secret must be whsec_ and the Base64 of 24 to 64 bytes, " +
				"as GET /endpoints/{id}/secret returns it")
		}
		webhook.keys = append(webhook.keys, key)
	}
	return webhook, nil
}

// Verify verifies a message. The body must be the raw body: JSON that was parsed and written again
// has another signature. The error is a *[VerificationError].
func (w *Webhook) Verify(body []byte, header http.Header) (*VerifiedMessage, error) {
	id := header.Get("webhook-id")
	timestamp := header.Get("webhook-timestamp")
	signatures := header.Get("webhook-signature")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if id == "" || signatures == "" || err != nil {
		return nil, &VerificationError{InvalidHeaders,
			"webhook-id, webhook-timestamp or webhook-signature is missing or malformed"}
	}
	if !w.isSigned(id+"."+timestamp+".", body, signatures) {
		return nil, &VerificationError{InvalidSignature, "no signature matches"}
	}
	sentAt := time.Unix(int64(seconds), 0)
	age := w.now().Truncate(time.Second).Sub(sentAt)
	if age.Abs() > w.Tolerance {
		direction := "old"
		if age < 0 {
			direction = "ahead"
		}
		return nil, &VerificationError{InvalidTimestamp,
			fmt.Sprintf("the signature is valid, but the timestamp is %v %s", age.Abs(), direction)}
	}
	return &VerifiedMessage{ID: id, Timestamp: sentAt, Body: body}, nil
}

// isSigned reports whether a signature matches. During a rotation a message has several.
func (w *Webhook) isSigned(prefix string, body []byte, signatures string) bool {
	found := false
	for _, key := range w.keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(prefix))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for signature := range strings.SplitSeq(signatures, " ") {
			// No early end, and a comparison in constant time, so that the duration shows nothing.
			found = hmac.Equal(expected, []byte(signature)) || found
		}
	}
	return found
}

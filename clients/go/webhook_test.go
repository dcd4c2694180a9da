package posthorn

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The public vector of Standard Webhooks.
const (
	secret      = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
	messageID   = "msg_p5jXN8AQM9LWM0D4loKWxJek"
	signedAt    = 1614265330
	signature   = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	signedBody  = `{"test": 2432232314}`
)

func webhookAt(t *testing.T, seconds int, secrets ...string) *Webhook {
	t.Helper()
	webhook, err := NewWebhook(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	webhook.now = func() time.Time { return time.Unix(signedAt+int64(seconds), 500_000_000) }
	return webhook
}

func header(id, timestamp, signatures string) http.Header {
	header := http.Header{}
	for name, value := range map[string]string{
		"Webhook-Id": id, "Webhook-Timestamp": timestamp, "Webhook-Signature": signatures,
	} {
		if value != "" {
			header.Set(name, value)
		}
	}
	return header
}

func refusal(t *testing.T, webhook *Webhook, given http.Header, body string) VerificationReason {
	t.Helper()
	_, err := webhook.Verify([]byte(body), given)
	if err == nil {
		return ""
	}
	var refused *VerificationError
	if !errors.As(err, &refused) {
		t.Fatalf("not a VerificationError: %v", err)
	}
	return refused.Reason
}

func TestAnAuthenticMessageIsAccepted(t *testing.T) {
	webhook := webhookAt(t, 0, secret)

	message, err := webhook.Verify([]byte(signedBody), header(messageID, strconv.Itoa(signedAt), signature))

	if err != nil {
		t.Fatal(err)
	}
	var content struct{ Test int }
	if err := message.JSON(&content); err != nil {
		t.Fatal(err)
	}
	equal(t, message.ID, messageID)
	equal(t, message.Timestamp.Unix(), signedAt)
	equal(t, content.Test, 2432232314)
}

func TestAnyOfSeveralSignaturesAndSecretsIsAccepted(t *testing.T) {
	timestamp := strconv.Itoa(signedAt)
	several := header(messageID, timestamp, "v1,AAAA v1a,BBBB "+signature)

	equal(t, refusal(t, webhookAt(t, 0, secret), several, signedBody), "")
	equal(t, refusal(t, webhookAt(t, 0, otherSecret, secret), header(messageID, timestamp, signature), signedBody), "")
}

func TestAnotherIDTimeBodySignatureOrSecretIsRefused(t *testing.T) {
	timestamp := strconv.Itoa(signedAt)
	webhook := webhookAt(t, 0, secret)

	equal(t, refusal(t, webhook, header("msg_other", timestamp, signature), signedBody), InvalidSignature)
	equal(t, refusal(t, webhook, header(messageID, strconv.Itoa(signedAt+1), signature), signedBody), InvalidSignature)
	equal(t, refusal(t, webhook, header(messageID, timestamp, signature), signedBody+" "), InvalidSignature)
	for _, wrong := range []string{strings.Replace(signature, "g", "h", 1), "v2" + signature[2:], "v1,", "v1,%%%", "é"} {
		equal(t, refusal(t, webhook, header(messageID, timestamp, wrong), signedBody), InvalidSignature)
	}
	equal(t, refusal(t, webhookAt(t, 0, otherSecret), header(messageID, timestamp, signature), signedBody), InvalidSignature)
}

func TestMissingAndMalformedHeadersAreRefused(t *testing.T) {
	webhook := webhookAt(t, 0, secret)
	timestamp := strconv.Itoa(signedAt)

	equal(t, refusal(t, webhook, header("", timestamp, signature), signedBody), InvalidHeaders)
	equal(t, refusal(t, webhook, header(messageID, timestamp, ""), signedBody), InvalidHeaders)
	for _, wrong := range []string{"", "soon", "-1", "+1", "1e9", "99999999999999"} {
		equal(t, refusal(t, webhook, header(messageID, wrong, signature), signedBody), InvalidHeaders)
	}
}

func TestClocksMayBe5MinutesApart(t *testing.T) {
	given := header(messageID, strconv.Itoa(signedAt), signature)

	equal(t, refusal(t, webhookAt(t, 300, secret), given, signedBody), "")
	equal(t, refusal(t, webhookAt(t, -300, secret), given, signedBody), "")
	equal(t, refusal(t, webhookAt(t, 301, secret), given, signedBody), InvalidTimestamp)
	equal(t, refusal(t, webhookAt(t, -301, secret), given, signedBody), InvalidTimestamp)
	strict := webhookAt(t, 11, secret)
	strict.Tolerance = 10 * time.Second
	equal(t, refusal(t, strict, given, signedBody), InvalidTimestamp)
}

func TestAnInvalidSecretIsRefusedAndNotRepeated(t *testing.T) {
	for _, wrong := range []string{"", "whsec_", secret[6:], "whsec_AAAA", "whsec_*"} {
		_, err := NewWebhook(wrong)
		if err == nil || !strings.HasPrefix(err.Error(), "posthorn: a secret must be whsec_ and the Base64 of 24 to 64 bytes") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if _, err := NewWebhook(); err == nil {
		t.Error("accepted no secret")
	}
}

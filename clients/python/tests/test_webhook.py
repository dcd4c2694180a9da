from __future__ import annotations

import unittest
from collections.abc import Mapping
from email.message import Message

from posthorn import Webhook, WebhookVerificationError

# The public vector of Standard Webhooks.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
SIGNED_AT = 1614265330
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
BODY = '{"test": 2432232314}'
HEADERS = {"webhook-id": ID, "webhook-timestamp": str(SIGNED_AT), "webhook-signature": SIGNATURE}


def at(seconds: float, *secrets: str, tolerance: float = 300) -> Webhook:
    return Webhook(secrets or SECRET, tolerance=tolerance, now=lambda: SIGNED_AT + seconds)


def refusal(webhook: Webhook, headers: Mapping[str, str], body: str = BODY) -> str:
    try:
        webhook.verify(body, headers)
    except WebhookVerificationError as e:
        return e.reason
    return ""


class WebhookTest(unittest.TestCase):
    def test_an_authentic_message_is_accepted(self) -> None:
        message = at(0).verify(BODY.encode(), HEADERS)

        self.assertEqual(message.id, ID)
        self.assertEqual(message.timestamp.timestamp(), SIGNED_AT)
        self.assertEqual(message.json(), {"test": 2432232314})

    def test_headers_of_every_form_are_read(self) -> None:
        upper = {name.title(): value for name, value in HEADERS.items()}
        message = Message()
        for name, value in upper.items():
            message[name] = value

        self.assertEqual(at(0).verify(BODY, upper).id, ID)
        self.assertEqual(at(0).verify(BODY, message).id, ID)

    def test_any_of_several_signatures_and_secrets_is_accepted(self) -> None:
        several = {**HEADERS, "webhook-signature": f"v1,AAAA v1a,BBBB {SIGNATURE}"}

        self.assertEqual(refusal(at(0), several), "")
        self.assertEqual(refusal(at(0, OTHER, SECRET), HEADERS), "")

    def test_another_id_time_body_signature_or_secret_is_refused(self) -> None:
        self.assertEqual(refusal(at(0), {**HEADERS, "webhook-id": "msg_other"}), "signature")
        self.assertEqual(refusal(at(0), {**HEADERS, "webhook-timestamp": str(SIGNED_AT + 1)}), "signature")
        self.assertEqual(refusal(at(0), HEADERS, BODY + " "), "signature")
        wrong = [SIGNATURE.replace("g", "h", 1), SIGNATURE.replace("v1,", "v2,"), "v1,", "v1,%%%", "é", "v1,é"]
        for signature in wrong:
            with self.subTest(signature):
                self.assertEqual(refusal(at(0), {**HEADERS, "webhook-signature": signature}), "signature")
        self.assertEqual(refusal(at(0, OTHER), HEADERS), "signature")

    def test_missing_and_malformed_headers_are_refused(self) -> None:
        for name in HEADERS:
            with self.subTest(name):
                rest = {other: value for other, value in HEADERS.items() if other != name}
                self.assertEqual(refusal(at(0), rest), "headers")
        for timestamp in ("soon", "-1", "1e9", "1" * 13, "١٦١٤٢٦٥٣٣٠"):
            with self.subTest(timestamp):
                self.assertEqual(refusal(at(0), {**HEADERS, "webhook-timestamp": timestamp}), "headers")

    def test_clocks_may_be_5_minutes_apart(self) -> None:
        self.assertEqual(refusal(at(300.5), HEADERS), "")
        self.assertEqual(refusal(at(-300), HEADERS), "")
        self.assertEqual(refusal(at(301), HEADERS), "timestamp")
        self.assertEqual(refusal(at(-301), HEADERS), "timestamp")
        self.assertEqual(refusal(at(11, tolerance=10), HEADERS), "timestamp")

    def test_an_invalid_secret_is_refused_and_not_repeated(self) -> None:
        for secret in ("", "whsec_", SECRET[6:], "whsec_AAAA", "whsec_*", "whsec_é"):
            with (
                self.subTest(secret),
                self.assertRaisesRegex(ValueError, "^A secret must be whsec_ and the Base64 of 24 to 64 bytes"),
            ):
                Webhook(secret)
        with self.assertRaises(ValueError):
            Webhook([])


if __name__ == "__main__":
    unittest.main()

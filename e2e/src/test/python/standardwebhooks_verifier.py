"""Reads {secret, body, headers} from stdin; prints "verified", or why the package rejects the message."""
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

asked = json.load(sys.stdin)
try:
    Webhook(asked["secret"]).verify(asked["body"], asked["headers"])
    print("verified", end="")
except WebhookVerificationError as e:
    print(e, end="")

"""Reads {headers, body} from stdin; prints the event as CloudEvents' own package reads it, or throws."""
import json
import sys

from cloudevents.v1.http import from_http

asked = json.load(sys.stdin)
event = from_http(asked["headers"], asked["body"])
names = ["specversion", "id", "source", "type", "subject", "time"]
print(json.dumps({**{name: event.get_attributes().get(name) for name in names}, "data": event.data}))

import sys

from posthorn_client import AuthenticatedClient
from posthorn_client.api.events import post_events
from posthorn_client.api.messages import list_messages
from posthorn_client.api.subscriptions import create_subscription, get_subscription
from posthorn_client.models import EventInput, FieldFilter, State, SubscriptionInput

base_url, key, receiver = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

subscription = create_subscription.sync(client=client, body=SubscriptionInput(
    obj_code="TASK", event_type="UPDATE", url=receiver,
    filters=[FieldFilter(field_name="name", field_value="typed")]))
event = EventInput(id="python-1", obj_code="TASK", event_type="UPDATE", new_state=State.from_dict({"name": "typed"}))
accepted = post_events.sync(client=client, body=[event])
print("accepted", [event.id for event in accepted.events])
page = list_messages.sync(client=client, subscription=subscription.id, limit=1)
while True:
    for message in page.data:
        print("message", message.event_id, message.obj_code)
    if page.next_cursor is None:
        break
    page = list_messages.sync(client=client, subscription=subscription.id, limit=1, cursor=page.next_cursor)
missing = get_subscription.sync_detailed(client=client, id="sub_missing")
print("missing", missing.status_code.value, missing.parsed.detail)

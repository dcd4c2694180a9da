from __future__ import annotations

import os
import time
import unittest

from posthorn import Posthorn


@unittest.skipUnless(os.environ.get("POSTHORN_URL"), "needs a server: POSTHORN_URL and POSTHORN_KEY")
class Server(unittest.TestCase):
    def test_a_list_of_1001_events_is_read_page_by_page(self) -> None:
        run = time.time_ns()
        sent = [f"python-{run}-{i}" for i in range(1_001)]
        with Posthorn() as posthorn:
            posthorn.events.send_all({"id": i, "objCode": f"PAGED_{run}", "eventType": "UPDATE"} for i in sent)
            events = posthorn.events.list(obj_code=f"PAGED_{run}")

            self.assertEqual([event["id"] for event in events], sent[::-1])
            self.assertGreater(len(list(events.pages())), 10)

// Reads {headers, body} from stdin; prints the event as CloudEvents' own package reads it, or throws.
import { readFileSync } from "node:fs";
import { HTTP } from "cloudevents";

const { headers, body } = JSON.parse(readFileSync(0, "utf8"));
const event = HTTP.toEvent({ headers, body });
event.validate();
const { specversion, id, source, type, subject, time, data } = event;
console.log(JSON.stringify({ specversion, id, source, type, subject, time, data }));

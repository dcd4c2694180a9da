// Reads {secret, headers, body} from stdin; prints "verified", or throws.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
new Webhook(secret).verify(body, headers);
console.log("verified");

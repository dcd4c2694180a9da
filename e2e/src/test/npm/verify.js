// Reads {secret, headers, body} from stdin; prints "verified", or throws.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
if (secret.startsWith("whpk_")) {
  verifyPublicly(Buffer.from(secret.slice(5), "base64"));
} else {
  new Webhook(secret).verify(body, headers);
}
console.log("verified");

// The package does not know v1a: Node's own Ed25519 checks it.
function verifyPublicly(bytes) {
  const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const found = headers["webhook-signature"]
    .split(" ")
    .filter((entry) => entry.startsWith("v1a,"))
    .some((entry) => verify(null, signed, key, Buffer.from(entry.slice(4), "base64")));
  if (!found) throw new Error("no signature matches");
}

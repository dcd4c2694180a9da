package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.text.PlainText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The JSON of the outcome of a request. */
public final class OutcomeJson {
  /** Without the address, which only admins may see. Nothing was sent, so there is no response. */
  public static final String BLOCKED =
      "Nothing was sent: the host name now resolves to an address that Posthorn must not call. Point"
          + " it to a public address, or ask the operator to allow its network. Admins can see the"
          + " address.";

  private OutcomeJson() {}

  /**
   * Writes the fields of an outcome.
   *
   * @param admin whether the caller may see what endpoints in allowed networks respond
   */
  public static void fields(JsonGenerator json, Outcome outcome, boolean admin) throws IOException {
    boolean shown = admin || !outcome.isForAdmins();
    if (outcome.error() == null) {
      json.writeNumberField("status", outcome.status());
    } else {
      json.writeNullField("status");
      json.writeStringField("error", outcome.error().text());
    }
    boolean blocked = outcome.error() == ErrorKind.BLOCKED_ADDRESS;
    if (!shown && blocked) {
      json.writeStringField("errorText", BLOCKED);
    } else if (shown) {
      json.writeStringField("errorText", outcome.error() == null ? null : outcome.detail());
    }
    boolean response = admin || !outcome.hasResponseForAdmins();
    if (response) {
      json.writeStringField("retryAfter", outcome.retryAfter());
      json.writeStringField(
          "response",
          PlainText.escaped(new String(outcome.responseStart(), StandardCharsets.UTF_8)));
    }
    json.writeBooleanField("responseHidden", !response && !blocked);
  }
}

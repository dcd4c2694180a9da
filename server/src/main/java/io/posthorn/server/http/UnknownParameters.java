package io.posthorn.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.helidon.common.uri.UriQuery;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * The check for query parameters and bodies that a route does not take. They are refused, because a
 * misspelled filter would list everything, and an ignored body would seem to have had an effect.
 * Queries that are not percent-encoded UTF-8 are refused too: the web server would replace what it
 * cannot read.
 */
final class UnknownParameters {
  private UnknownParameters() {}

  static void refuse(Route route, UriQuery query, Call call) {
    if (!query.isEmpty()) {
      refuseQueries(route, query);
    }
    if (!route.takesBody() && !route.method().equals("GET")) {
      byte[] body = call.body();
      if (body.length > 0) {
        JsonForm.read(body).done();
      }
    }
  }

  private static void refuseQueries(Route route, UriQuery query) {
    if (!isEncodedUtf8(query.rawValue())) {
      throw new InvalidInputException(
          "", "The query must be percent-encoded UTF-8; write a percent sign as %25.");
    }
    List<FieldError> errors = new ArrayList<>();
    for (String name : new TreeSet<>(query.names())) {
      List<String> values = query.all(name);
      if (!route.queries().contains(name)) {
        errors.add(new FieldError(name, "Unknown parameter; " + known(route)));
      } else if (values.size() > 1) {
        errors.add(new FieldError(name, name + " must be given only once."));
      } else if (values.isEmpty() || values.getFirst().isEmpty()) {
        errors.add(new FieldError(name, name + " has no value; give one, or omit the parameter."));
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }

  private static boolean isEncodedUtf8(String raw) {
    if (raw.indexOf('%') < 0) {
      return true;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '%') {
        bytes.write(c);
      } else if (i + 2 < raw.length()
          && HexFormat.isHexDigit(raw.charAt(i + 1))
          && HexFormat.isHexDigit(raw.charAt(i + 2))) {
        bytes.write(HexFormat.fromHexDigits(raw, i + 1, i + 3));
        i += 2;
      } else {
        return false;
      }
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String known(Route route) {
    return route.queries().isEmpty()
        ? "this call takes none."
        : "this call takes " + String.join(", ", route.queries()) + ".";
  }
}

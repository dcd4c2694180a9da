package io.posthorn.server.http;

import io.helidon.common.uri.UriQuery;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The check for query parameters and bodies that a route does not take. They are refused, because a
 * misspelled filter would list everything, and an ignored body would seem to have had an effect.
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

  private static String known(Route route) {
    return route.queries().isEmpty()
        ? "this call takes none."
        : "this call takes " + String.join(", ", route.queries()) + ".";
  }
}

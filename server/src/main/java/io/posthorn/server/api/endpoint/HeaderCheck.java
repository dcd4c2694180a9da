package io.posthorn.server.api.endpoint;

import java.util.Optional;

/** Checks whether a static header can be sent safely. */
@FunctionalInterface
public interface HeaderCheck {
  Optional<String> reason(String name, String value);
}

package io.posthorn.server.api.endpoint;

import java.util.Optional;

/** Says what is wrong with a static header, if anything: whether it could be sent, and safely. */
@FunctionalInterface
public interface HeaderCheck {
  Optional<String> reason(String name, String value);
}

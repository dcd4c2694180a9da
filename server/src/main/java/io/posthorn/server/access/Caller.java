package io.posthorn.server.access;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;

/**
 * Who calls.
 *
 * @param address where the call came from, for the audit
 */
public record Caller(ApiKey key, String address) {
  public Role role() {
    return key.role();
  }

  /** Whether it may see signing secrets and the like. */
  public boolean seesSecrets() {
    return key.role() == Role.ADMIN || key.role() == Role.MANAGER;
  }

  /** How the audit names it. */
  public String name() {
    return key.id() + " (" + key.name() + ")";
  }
}

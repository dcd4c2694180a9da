package io.posthorn.server.access;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;

/**
 * The authenticated caller of a request.
 *
 * @param address the remote address, for the audit log
 */
public record Caller(ApiKey key, String address) {
  public Role role() {
    return key.role();
  }

  /** Returns whether the caller may see signing secrets. */
  public boolean seesSecrets() {
    return key.role() == Role.ADMIN || key.role() == Role.MANAGER;
  }

  /** Returns the name used in the audit log. */
  public String name() {
    return key.id() + " (" + key.name() + ")";
  }
}

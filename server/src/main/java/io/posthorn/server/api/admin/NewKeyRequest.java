package io.posthorn.server.api.admin;

import io.posthorn.core.directory.Role;
import io.posthorn.core.form.JsonForm;
import org.jspecify.annotations.Nullable;

/**
 * A request for a new key.
 *
 * @param customerId its scope; null for all customers
 * @param expiresAt 0 for never
 */
record NewKeyRequest(String name, Role role, @Nullable String customerId, long expiresAt) {
  static NewKeyRequest parse(byte[] body) {
    JsonForm fields = JsonForm.read(body);
    String name = fields.requiredText("name", 100);
    String roleText = fields.requiredText("role", 20);
    Role role = Role.parse(roleText).orElse(Role.VIEWER);
    if (!roleText.isEmpty() && !role.text().equals(roleText)) {
      fields.wrong("role", "must be admin, manager, producer or viewer.");
    }
    String customerId = fields.requiredText("customerId", 64);
    long expiresAt = fields.moment("expiresAt").orElse(0L);
    fields.done();
    return new NewKeyRequest(name, role, customerId.equals("*") ? null : customerId, expiresAt);
  }
}

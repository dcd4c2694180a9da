package io.posthorn.client.request;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A filter for the audit log; all conditions must hold. */
public final class AuditFilter extends RequestQuery {
  private static final AuditFilter ALL = builder().build();

  private AuditFilter(Builder builder) {
    super(builder);
  }

  /** Every change. */
  public static AuditFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
    private Builder() {}

    /** Only those made at this time or later. */
    public Builder from(@Nullable Instant from) {
      return with("from", from);
    }

    /** Only those made before this time. */
    public Builder to(@Nullable Instant to) {
      return with("to", to);
    }

    public AuditFilter build() {
      return new AuditFilter(this);
    }
  }
}

/** Subscriptions: creating, changing and testing them. */
@NullMarked
package io.posthorn.server.api.subscription;

import org.jspecify.annotations.NullMarked;

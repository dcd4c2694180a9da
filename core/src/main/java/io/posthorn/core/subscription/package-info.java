/** Subscriptions: who wants which events where, as drafts, patches and in the store. */
@NullMarked
package io.posthorn.core.subscription;

import org.jspecify.annotations.NullMarked;

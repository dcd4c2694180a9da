/** Subscriptions: drafts, patches, validation and the stored form. */
@NullMarked
package io.posthorn.core.subscription;

import org.jspecify.annotations.NullMarked;

/**
 * The receiving side: receivers that record, the receivers of {@code examples}, and verification.
 */
@NullMarked
package io.posthorn.e2e.receiving;

import org.jspecify.annotations.NullMarked;

/**
 * The API's resources as immutable values.
 *
 * <p>Responses are records with the API's field names. Unknown fields are ignored. A missing text
 * or list is empty, a missing number 0 and a missing time the epoch, so that clients work with
 * older and newer servers; a {@code @Nullable} component is null where the API returns null.
 * Enumerated fields appear twice: as an enum, with {@code UNKNOWN} for values of newer servers, and
 * as the original text.
 */
@NullMarked
package io.posthorn.client.model;

import org.jspecify.annotations.NullMarked;

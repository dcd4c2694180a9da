/**
 * What the API takes and answers, as immutable values.
 *
 * <p>Answers are records with the field names of the API. Fields that this version does not know
 * are ignored. A text field that should be there and is not is empty, a number 0, a list empty and
 * a time the epoch, so that clients can talk to older and newer servers; a component that is
 * {@code @Nullable} is null where the API says null. Fields with a fixed set of values are there
 * twice: as an enum, with {@code UNKNOWN} for what a newer server may send, and as the text that
 * came.
 */
@NullMarked
package io.posthorn.client.model;

import org.jspecify.annotations.NullMarked;

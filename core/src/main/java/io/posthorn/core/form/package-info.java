/**
 * JSON objects that callers write, read strictly: unknown fields, fields given twice and wrong
 * types are errors, each with a pointer to its field, and all of them are reported at once.
 */
@NullMarked
package io.posthorn.core.form;

import org.jspecify.annotations.NullMarked;

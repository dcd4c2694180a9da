/** JSON as bytes: values are passed on unchanged and parsed only where a rule needs them. */
@NullMarked
package io.posthorn.core.json;

import org.jspecify.annotations.NullMarked;

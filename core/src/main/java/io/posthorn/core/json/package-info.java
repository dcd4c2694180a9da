/** JSON as bytes: values are passed on as they came and looked into only where a rule asks. */
@NullMarked
package io.posthorn.core.json;

import org.jspecify.annotations.NullMarked;

/** Bad neighbours, and what healthy endpoints notice of them: nothing. */
@NullMarked
package io.posthorn.e2e.isolation;

import org.jspecify.annotations.NullMarked;

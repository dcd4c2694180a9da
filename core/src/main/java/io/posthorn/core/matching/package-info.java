/** The index that matches events to subscriptions: one writer, many readers. */
@NullMarked
package io.posthorn.core.matching;

import org.jspecify.annotations.NullMarked;

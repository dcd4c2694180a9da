/** The commands about subscriptions. */
@NullMarked
package io.posthorn.cli.subscriptions;

import org.jspecify.annotations.NullMarked;

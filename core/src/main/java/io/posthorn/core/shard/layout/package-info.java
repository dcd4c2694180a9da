/** What is stored under which key, and in which form. */
@NullMarked
package io.posthorn.core.shard.layout;

import org.jspecify.annotations.NullMarked;

/**
 * One machine: the loop that turns a shard, commits what it wrote and only then lets its effects
 * out.
 */
@NullMarked
package io.posthorn.embedded;

import org.jspecify.annotations.NullMarked;

/**
 * One machine: the engine, which is a shard with a thread of its own, and the loop inside it that
 * turns the shard, commits what it wrote and only then lets its effects out.
 */
@NullMarked
package io.posthorn.embedded;

import org.jspecify.annotations.NullMarked;

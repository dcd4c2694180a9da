/**
 * A server to look at: on a store of its own, with receivers of all tempers and a stream of events.
 */
@NullMarked
package io.posthorn.app.demo;

import org.jspecify.annotations.NullMarked;

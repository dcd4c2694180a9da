/**
 * The demo: a server on a temporary store, with receivers of all behaviours and a stream of events.
 */
@NullMarked
package io.posthorn.app.demo;

import org.jspecify.annotations.NullMarked;

/** The demo: a server on a store of its own, with receivers of all behaviours and many events. */
@NullMarked
package io.posthorn.app.demo;

import org.jspecify.annotations.NullMarked;

/** Wires a server together from its settings, without a framework, and shuts it down. */
@NullMarked
package io.posthorn.app.boot;

import org.jspecify.annotations.NullMarked;

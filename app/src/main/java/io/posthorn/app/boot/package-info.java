/**
 * Puts a running server together from its settings, by hand and in one place, and takes it apart.
 */
@NullMarked
package io.posthorn.app.boot;

import org.jspecify.annotations.NullMarked;

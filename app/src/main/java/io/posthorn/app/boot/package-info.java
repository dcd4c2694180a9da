/**
 * The start and stop of a server: its parts, wired together from the settings without a framework.
 */
@NullMarked
package io.posthorn.app.boot;

import org.jspecify.annotations.NullMarked;

/** Errors of an engine: refused calls and failed starts. */
@NullMarked
package io.posthorn.engine.error;

import org.jspecify.annotations.NullMarked;

/** The load of the run that makes the AOT cache. */
@NullMarked
package io.posthorn.app.training;

import org.jspecify.annotations.NullMarked;

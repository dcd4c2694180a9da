/** Operations tests: first start, errors, stop, backup, a full volume, the tarball. */
@NullMarked
package io.posthorn.e2e.operation;

import org.jspecify.annotations.NullMarked;

/** The finished jar, seen from the outside: processes, HTTP, files and exit codes. */
@NullMarked
package io.posthorn.e2e;

import org.jspecify.annotations.NullMarked;

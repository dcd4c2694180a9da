/** End-to-end tests of the jar: processes, HTTP, files and exit codes. */
@NullMarked
package io.posthorn.e2e;

import org.jspecify.annotations.NullMarked;

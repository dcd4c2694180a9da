/** Who may do what: customers, API keys, and the record of what was done with them. */
@NullMarked
package io.posthorn.core.directory;

import org.jspecify.annotations.NullMarked;

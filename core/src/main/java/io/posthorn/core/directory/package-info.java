/** Customers, API keys and their roles, and the audit log. */
@NullMarked
package io.posthorn.core.directory;

import org.jspecify.annotations.NullMarked;

/**
 * Backups: copies of the running store, each a directory with a manifest. This package does not
 * know the content of a store.
 */
@NullMarked
package io.posthorn.server.backup;

import org.jspecify.annotations.NullMarked;

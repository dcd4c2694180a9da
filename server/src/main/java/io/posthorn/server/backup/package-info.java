/**
 * Backups: copies of the store that are made while it works, each a directory with its manifest.
 * Nothing here knows what is in a store.
 */
@NullMarked
package io.posthorn.server.backup;

import org.jspecify.annotations.NullMarked;

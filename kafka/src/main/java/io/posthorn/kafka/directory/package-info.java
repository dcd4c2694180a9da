/**
 * What every node reads for itself, beside the shards it runs: the directory, and the answers to
 * its commands.
 */
@NullMarked
package io.posthorn.kafka.directory;

import org.jspecify.annotations.NullMarked;

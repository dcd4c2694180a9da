/**
 * The topics of an installation. {@code TopicNames} names them, {@code TopicPlan} is what each one
 * must be like, {@code Topics} creates those that are missing and checks the others, and {@code
 * TopicFaults} says what is wrong with one.
 */
@NullMarked
package io.posthorn.kafka.topic;

import org.jspecify.annotations.NullMarked;

// The lists behind the failures that an endpoint counts. It counts attempts; a message can have
// several of them, so a list can be shorter than its count.
import {link} from '../router.js';
import {failingSince, windowStart} from '../times.js';

export const FAILED_IN_WINDOW = 'Show the messages with an attempt that failed within the 48 h';
export const FAILED_SINCE_SUCCESS = 'Show the messages with an attempt that failed since the last success';

const failed = (endpoint, attemptedFrom) =>
  link('/messages', {endpoint: endpoint.id, outcome: 'failed', attemptedFrom});

/** The messages with a failed attempt within the window of the failure rate. */
export const failedInWindow = endpoint => failed(endpoint, windowStart());

/** The messages with a failed attempt since the last success: the consecutive failures. */
export const failedSinceSuccess = endpoint =>
  failed(endpoint, failingSince(endpoint) || endpoint.lastSuccessAt || endpoint.createdAt);

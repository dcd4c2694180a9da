// The lists behind the failures that an endpoint counts. It counts attempts; a message has one last
// attempt, so a list can be shorter than its count.
import {link} from '../router.js';
import {failingSince, windowStart} from '../times.js';

export const FAILED_IN_WINDOW = 'Show the messages whose last attempt failed within the 48 h';
export const FAILED_SINCE_SUCCESS = 'Show the messages whose last attempt failed since the last success';

const failed = (endpoint, attemptedFrom) =>
  link('/messages', {endpoint: endpoint.id, outcome: 'failed', attemptedFrom});

/** The messages that failed within the window of the failure rate. */
export const failedInWindow = endpoint => failed(endpoint, windowStart());

/** The messages that failed since the last success, as the consecutive failures did. */
export const failedSinceSuccess = endpoint =>
  failed(endpoint, failingSince(endpoint) || endpoint.lastSuccessAt || endpoint.createdAt);

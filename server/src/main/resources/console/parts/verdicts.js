import {html} from '../lib.js';
import {badge} from './badge.js';

const COMPARISONS = {
  ne: 'other than ',
  gt: 'more than ',
  gte: 'at least ',
  lt: 'less than ',
  lte: 'at most ',
  contains: 'one that contains ',
  notContains: 'one that does not contain ',
  containsOnly: 'exactly ',
};
const BARE = {changed: 'a change', exists: 'a value', notExists: 'no such field'};

/** The filters that did not match an event: what each expected, and what it saw. */
export const refusals = list =>
  list.map(
    r => html`
      <p>
        <code>${r.fieldName}</code>
        expected
        ${BARE[r.comparison] || [COMPARISONS[r.comparison] || '', code(r.expected)]}; saw ${code(r.saw)}
        ${r.reason ?? ''}
      </p>
    `,
  );

const code = text => html`<code>${text}</code>`;

/** One line per verdict ({matches, refusals}), with a headline. */
export const verdicts = (list, headline) => html`
  <ul class="verdicts" tabindex="0" aria-label="Results of the dry run">
    ${list.map(
      v => html`
        <li>
          <span>${badge(v.matches ? 'matches' : 'refused')}</span>
          <div>${headline(v)}${refusals(v.refusals)}</div>
        </li>
      `,
    )}
  </ul>
`;

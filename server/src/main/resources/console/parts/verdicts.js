import {html} from '../lib.js';
import {badge} from './badge.js';

/** The filters that did not match an event, with the values they compared. */
export const refusals = list =>
  list.map(
    r => html`
      <p>
        <code>${r.fieldName}</code>
        ${r.comparison}: saw
        <code>${r.saw}</code>
        <span class="muted">(${r.pointer})</span>
        ${r.reason ?? ''}
      </p>
    `,
  );

/** One line per verdict ({matches, refusals}), with a headline. */
export const verdicts = (list, headline) => html`
  <ul class="verdicts" tabindex="0" aria-label="Verdicts">
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

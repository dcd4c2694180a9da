import {html} from '../lib.js';
import {icon} from './icon.js';

/** An error and what to do about it. */
export const problem = e => html`
  <div class="problem" role="alert">
    ${icon('warn')}
    <div>
      <strong>${e.title || 'Request failed'}</strong>
      <p>${e.message}</p>
      ${
        e.errors?.length
          ? html`
              <ul>
                ${e.errors
                  .filter(x => !e.message.includes(x.detail))
                  .map(
                    x => html`
                      <li>${x.detail}</li>
                    `,
                  )}
              </ul>
            `
          : ''
      }
    </div>
  </div>
`;

/** An empty state: why there is nothing, and what to do. */
export const empty = (sign, title, text, action = '') => html`
  <div class="empty">
    ${icon(sign, 26)}
    <h2>${title}</h2>
    <p>${text}</p>
    ${action}
  </div>
`;

/** The empty state of a list: without rows so far, it may still have some further on. */
export const emptyList = (page, sign, title, text, action) =>
  page.next
    ? empty(sign, 'Nothing found yet', 'None of the entries searched so far matches. Load more to continue.', action)
    : empty(sign, title, text, action);

/** A placeholder while a page loads. */
export const skeleton = () => html`
  <div class="panel skeleton" role="status">
    <span class="hidden">Loading</span>
    <i></i>
    <i></i>
    <i></i>
    <i></i>
    <i></i>
  </div>
`;

export const more = page =>
  page.next
    ? html`
        <div class="more">
          <button type="button" ?disabled=${page.busy} @click=${page.show}>
            ${page.searching ? 'Searching…' : page.rows.length ? 'Show more' : 'Keep searching'}
          </button>
        </div>
      `
    : '';

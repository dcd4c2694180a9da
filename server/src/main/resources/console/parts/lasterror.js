import {html} from '../lib.js';
import {link} from '../router.js';
import {plain} from './json.js';
import {when} from './time.js';
import {cause, errorText, hiddenResponse, outcome, outcomeText} from '../format.js';

const message = e => link('/messages/' + e.messageId);

/** The last error of an endpoint in one line, with a link to its message. */
export const lastErrorLine = e =>
  e
    ? html`
        <p class="last-error">
          <a href=${message(e)}>Last error</a>
          <span class="break">${errorText(e)}</span>
          <span class="muted">${when(e.at)}</span>
        </p>
      `
    : '';

/** The last error of an endpoint in a cell of a list. */
export const lastErrorCell = e =>
  e
    ? html`
        <a class="nowrap" href=${message(e)} title=${errorText(e, 500)}>${outcomeText(e)}</a>
        <span class="muted small nowrap">${when(e.at)}</span>
        ${
          cause(e)
            ? html`
                <div class="small break">${cause(e, 60)}</div>
              `
            : ''
        }
      `
    : html`
        <span class="muted">none</span>
      `;

/** The last error of an endpoint with its text and the first bytes of the response. */
export const lastErrorPanel = e =>
  e
    ? html`
        <section class="panel">
          <header>
            <h2>Last error</h2>
            <span>${outcome(e)}</span>
            <span class="small push">${when(e.at)}</span>
            <a href=${message(e)}>Open the message</a>
          </header>
          ${
            e.errorText
              ? html`
                  <p class="break">${e.errorText}</p>
                `
              : ''
          }
          ${
            e.retryAfter
              ? html`
                  <p>
                    The receiver sent
                    <code>Retry-After: ${e.retryAfter}</code>
                  </p>
                `
              : ''
          }
          ${
            e.responseHidden
              ? html`
                  <p class="muted">${hiddenResponse(e)}</p>
                `
              : e.response
                ? plain(e.response)
                : e.status
                  ? html`
                      <p class="muted">Empty response body.</p>
                    `
                  : ''
          }
        </section>
      `
    : '';

import {html} from '../lib.js';
import {link} from '../router.js';

/** A link to an endpoint, labelled with the host and path of its URL. */
export function target(url, id) {
  if (!url)
    return html`
      <span class="muted">gone</span>
    `;
  const short = url.replace(/^https?:\/\//, '');
  return html`
    <a class="cell url" href=${link('/endpoints/' + id)} title=${url}>${short}</a>
  `;
}

/** Makes a table row clickable; the link inside it serves the keyboard. */
export const leads = href => event => {
  if (!event.target.closest('a, button, input, select') && !getSelection().toString()) location.hash = href;
};

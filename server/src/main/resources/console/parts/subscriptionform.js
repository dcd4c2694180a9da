import {html, nothing} from '../lib.js';
import {link} from '../router.js';
import {select, text, wrongLine} from './field.js';
import {problem} from './states.js';
import './filters.js';

/** The form of a subscription, on the page that edits it. */
export function subscriptionForm(page, s, may) {
  const d = page.draft;
  const disabled = !may;
  const option = (name, more) => ({wrong: page.wrong(name), disabled, ...more});
  return html`
    <form @submit=${e => page.save(e)} @input=${e => page.edit(e)} @change=${e => page.edit(e)}>
      <div class="form">
        ${text('description', 'Description', d.description, option('description', {cls: 'whole', placeholder: 'What is this subscription for?'}))}
        ${text('objCode', 'Object code', d.objCode, option('objCode', {placeholder: 'TASK, or * for any', hint: 'Case-sensitive.'}))}
        ${text('eventType', 'Event type', d.eventType, option('eventType', {placeholder: 'UPDATE, or * for any'}))}
        ${text('url', 'URL', d.url, option('url', {cls: 'whole', placeholder: 'https://…', type: 'url'}))}
        ${text('objId', 'Object ID (optional)', d.objId, option('objId', {placeholder: 'any'}))}
        ${text('authToken', 'Token', d.authToken, option('authToken', {type: 'password', autocomplete: 'new-password', placeholder: s.authToken || 'none', hint: 'Sent as Authorization: Bearer; never shown again.'}))}
        ${select(
          'format',
          'Format',
          d.format,
          [
            ['workfront', 'workfront'],
            ['standard', 'standard'],
            ['raw', 'raw'],
            ['cloudevents', 'cloudevents'],
            ['slack', 'slack (operational events)'],
          ],
          option('format'),
        )}
        ${select(
          'version',
          'Version',
          d.version,
          [
            ['v1', 'v1'],
            ['v2', 'v2'],
          ],
          option('version'),
        )}
        ${select(
          'ordering',
          'Order',
          d.ordering,
          [
            ['', 'none'],
            ['object', 'per object, one message at a time'],
          ],
          option('ordering'),
        )}
        <label class="check whole" for="f-base64Encoding">
          <input
            type="checkbox"
            id="f-base64Encoding"
            name="base64Encoding"
            .checked=${d.base64Encoding}
            ?disabled=${disabled}
            aria-invalid=${page.wrong('base64Encoding') ? 'true' : nothing}
            aria-describedby=${page.wrong('base64Encoding') ? 'f-base64Encoding-wrong' : nothing}
          />
          Encode states as Base64
        </label>
        ${wrongLine('f-base64Encoding', page.wrong('base64Encoding'), 'whole')}
        <div class="whole">
          <ph-filters
            .value=${d.filters}
            .connector=${d.filterConnector}
            .wrong=${page.wrong('filters')}
            ?disabled=${disabled}
            @changed=${e => page.change('filters', e.detail)}
            @connector=${e => page.change('filterConnector', e.detail)}
          ></ph-filters>
        </div>
      </div>
      ${page.refused && !page.refused.errors.length ? problem(page.refused) : ''}
      ${
        may
          ? html`
              <div class="actions">
                <a class="button" href=${link('/subscriptions')}>Discard</a>
                <button class="primary" type="submit">${page.isNew ? 'Create' : 'Save'}</button>
              </div>
            `
          : ''
      }
    </form>
  `;
}

import {html, nothing} from '../lib.js';
import {icon} from './icon.js';

let count = 0;

/** The error of a form control; nothing if it has none. */
export const wrongLine = (id, wrong, cls = '') =>
  wrong
    ? html`
        <span class="wrong ${cls}" id="${id}-wrong">
          ${icon('warn', 12)}
          <span>${wrong}</span>
        </span>
      `
    : '';

/** A labelled form control with its hint and its error. */
export function field(label, control, {hint = '', wrong = '', id = 'field-' + ++count, cls = ''} = {}) {
  const describedBy = [hint && id + '-hint', wrong && id + '-wrong'].filter(Boolean).join(' ');
  return html`
    <div class="field ${cls}">
      <label for=${id}>${label}</label>
      ${control({id, invalid: wrong ? 'true' : nothing, describedBy: describedBy || nothing})}
      ${
        hint
          ? html`
              <span class="hint" id="${id}-hint">${hint}</span>
            `
          : ''
      }
      ${wrongLine(id, wrong)}
    </div>
  `;
}

export const text = (name, label, value, options = {}) =>
  field(
    label,
    a => html`
      <input
        id=${a.id}
        name=${name}
        .value=${value ?? ''}
        type=${options.type || 'text'}
        placeholder=${options.placeholder || nothing}
        autocomplete=${options.autocomplete || 'off'}
        spellcheck="false"
        ?required=${options.required}
        ?disabled=${options.disabled}
        aria-invalid=${a.invalid}
        aria-describedby=${a.describedBy}
        @input=${options.onInput}
        @change=${options.onChange}
      />
    `,
    {id: options.id || 'f-' + name, ...options},
  );

export const select = (name, label, value, choices, options = {}) =>
  field(
    label,
    a => html`
      <select
        id=${a.id}
        name=${name}
        aria-invalid=${a.invalid}
        aria-describedby=${a.describedBy}
        ?disabled=${options.disabled}
        @change=${options.onChange}
      >
        ${choices.map(
          c => html`
            <option value=${c[0]} .selected=${(value ?? '') === c[0]}>${c[1]}</option>
          `,
        )}
      </select>
    `,
    {id: options.id || 'f-' + name, ...options},
  );

export const area = (name, label, value, options = {}) =>
  field(
    label,
    a => html`
      <textarea
        id=${a.id}
        name=${name}
        rows=${options.rows || 6}
        .value=${value ?? ''}
        spellcheck="false"
        placeholder=${options.placeholder || nothing}
        ?disabled=${options.disabled}
        aria-invalid=${a.invalid}
        aria-describedby=${a.describedBy}
        @input=${options.onInput}
      ></textarea>
    `,
    {id: options.id || 'f-' + name, ...options},
  );

/** The values of a form by control name. */
export const values = form =>
  Object.fromEntries([...new FormData(form)].map(([k, v]) => [k, typeof v === 'string' ? v.trim() : v]));

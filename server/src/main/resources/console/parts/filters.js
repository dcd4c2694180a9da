import {LitElement, html} from '../lib.js';
import {area, select} from './field.js';
import {readJson} from '../jsontext.js';
import {readValue, showValue} from '../values.js';
import {icon} from './icon.js';

const COMPARISONS = [
  ['eq', 'is'],
  ['ne', 'is not'],
  ['gt', 'is more than'],
  ['gte', 'is at least'],
  ['lt', 'is less than'],
  ['lte', 'is at most'],
  ['contains', 'contains'],
  ['notContains', 'does not contain'],
  ['containsOnly', 'has exactly'],
  ['changed', 'has changed'],
  ['exists', 'exists'],
  ['notExists', 'does not exist'],
];
const BARE = ['changed', 'exists', 'notExists'];
const EXAMPLE = '[{"fieldName": "status", "comparison": "eq", "fieldValue": "INP"}]';

/** An editor for filters, as JSON or as a form over the same list; emits every change. */
class Filters extends LitElement {
  static properties = {value: {}, connector: {}, wrong: {}, disabled: {type: Boolean}, mode: {state: true}};

  constructor() {
    super();
    this.mode = 'form';
    this.typed = {};
  }

  createRenderRoot() {
    return this;
  }

  get list() {
    try {
      const list = JSON.parse(this.value || '[]');
      return Array.isArray(list) ? list : null;
    } catch {
      return null;
    }
  }

  emit(value) {
    this.value = value;
    this.dispatchEvent(new CustomEvent('changed', {detail: value}));
  }

  set(i, change) {
    const list = this.list;
    if (change) {
      list[i] = {...list[i], ...change};
      if (BARE.includes(list[i].comparison)) delete list[i].fieldValue;
      else if (list[i].fieldValue === undefined) list[i].fieldValue = '';
    } else {
      list.splice(i, 1);
      this.typed = {};
    }
    this.emit(JSON.stringify(list, null, 2));
  }

  /** Every keystroke counts, so that the dry run always shows the form as it is. */
  type(i, text) {
    this.typed[i] = text;
    this.set(i, {fieldValue: readValue(text)});
  }

  /** The text as typed, while it still means the value: 1.0 does not become 1 under the cursor. */
  shown(i, value) {
    const typed = this.typed[i];
    return typed !== undefined && readValue(typed) === value ? typed : showValue(value);
  }

  add() {
    this.emit(JSON.stringify([...this.list, {fieldName: '', comparison: 'eq', fieldValue: ''}], null, 2));
  }

  render() {
    const simple =
      this.list && this.list.every(f => f && f.type !== 'group' && typeof f.fieldValue !== 'object');
    const form = this.mode === 'form' && simple;
    return html`
      <div class="row">
        <span class="label grow">Filters</span>
        <div class="chips" role="group" aria-label="Filter editor">
          <button
            type="button"
            aria-pressed=${form ? 'true' : 'false'}
            ?disabled=${!simple}
            @click=${() => (this.mode = 'form')}
          >
            Form
          </button>
          <button type="button" aria-pressed=${form ? 'false' : 'true'} @click=${() => (this.mode = 'json')}>
            JSON
          </button>
        </div>
      </div>
      ${form ? this.form() : this.json(simple)}
      ${
        form && this.wrong
          ? html`
              <div class="field">
                <span class="wrong">
                  ${icon('warn', 12)}
                  <span>${this.wrong}</span>
                </span>
              </div>
            `
          : ''
      }
    `;
  }

  json(simple) {
    return html`
      ${area('filters', 'As JSON', this.value, {
        rows: 8,
        placeholder: EXAMPLE,
        disabled: this.disabled,
        onInput: e => this.emit(e.target.value),
        wrong: this.list ? this.wrong : readJson(this.value || '[]', 'array').wrong,
        hint:
          'Each has fieldName, comparison (' +
          COMPARISONS.map(c => c[0]).join(', ') +
          '), fieldValue and state (newState or oldState); or type "group" with connector and 2 to 5 filters.',
      })}
      ${
        this.list && !simple
          ? html`
              <p class="muted small">Edit groups and object values as JSON.</p>
            `
          : ''
      }
    `;
  }

  form() {
    const list = this.list;
    return html`
      ${
        list.length
          ? list.map(
              (f, i) => html`
                <fieldset class="filter">
                  <legend class="hidden">Filter ${i + 1}</legend>
                  ${select(
                    's' + i,
                    'In',
                    f.state || 'newState',
                    [
                      ['newState', 'new state'],
                      ['oldState', 'old state'],
                    ],
                    {
                      id: 'filter-state-' + i,
                      disabled: this.disabled,
                      onChange: e => this.set(i, {state: e.target.value}),
                    },
                  )}
                  <div class="field">
                    <label for="filter-field-${i}">Field</label>
                    <input
                      id="filter-field-${i}"
                      .value=${f.fieldName ?? ''}
                      ?disabled=${this.disabled}
                      spellcheck="false"
                      autocomplete="off"
                      @input=${e => this.set(i, {fieldName: e.target.value})}
                    />
                  </div>
                  ${select('c' + i, 'Comparison', f.comparison || 'eq', COMPARISONS, {id: 'filter-comparison-' + i, disabled: this.disabled, onChange: e => this.set(i, {comparison: e.target.value})})}
                  ${
                    BARE.includes(f.comparison)
                      ? ''
                      : html`
                          <div class="field">
                            <label for="filter-value-${i}">Value</label>
                            <input
                              id="filter-value-${i}"
                              .value=${this.shown(i, f.fieldValue)}
                              ?disabled=${this.disabled}
                              spellcheck="false"
                              autocomplete="off"
                              @input=${e => this.type(i, e.target.value)}
                            />
                          </div>
                        `
                  }
                  ${
                    this.disabled
                      ? ''
                      : html`
                          <button
                            type="button"
                            class="plain"
                            aria-label="Remove filter ${i + 1}"
                            @click=${() => this.set(i)}
                          >
                            ${icon('cross', 14)}
                          </button>
                        `
                  }
                </fieldset>
              `,
            )
          : html`
              <p class="muted small">No filters; every event with these codes matches.</p>
            `
      }
      ${
        this.disabled
          ? ''
          : html`
              <div class="row">
                <button type="button" class="small" @click=${this.add}>
                  ${icon('plus', 12)}Add a filter
                </button>
                ${
                  list.length > 1
                    ? html`
                        <label class="row small" for="f-connector">
                          Match
                          <select
                            id="f-connector"
                            @change=${e => this.dispatchEvent(new CustomEvent('connector', {detail: e.target.value}))}
                          >
                            <option value="AND" ?selected=${this.connector !== 'OR'}>all filters</option>
                            <option value="OR" ?selected=${this.connector === 'OR'}>any filter</option>
                          </select>
                        </label>
                      `
                    : ''
                }
              </div>
            `
      }
    `;
  }
}
customElements.define('ph-filters', Filters);

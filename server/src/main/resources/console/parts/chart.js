import {LitElement, html, svg, nothing} from '../lib.js';
import {clock, number} from '../format.js';

const HEIGHT = 170;
const LEFT = 44;
const BOTTOM = 20;
const TOP = 6;

/**
 * A chart over time: bars on top of each other, or lines.
 *
 * series: [{name, tone, values, dash?, href?}]; values may be null where nothing is known. `href`
 * returns the address behind a bar: a click opens it, or Enter after the arrow keys.
 */
class Chart extends LitElement {
  static properties = {
    times: {},
    series: {},
    kind: {},
    format: {},
    label: {},
    width: {state: true},
    at: {state: true},
    which: {state: true},
  };

  constructor() {
    super();
    this.width = 600;
    this.format = number;
    this.kind = 'lines';
    this.sizes = new ResizeObserver(([entry]) => (this.width = Math.max(240, entry.contentRect.width)));
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  get step() {
    return (this.width - LEFT) / Math.max(1, this.times.length);
  }

  x(i) {
    return LEFT + (i + 0.5) * this.step;
  }

  y(value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / this.top);
  }

  move(event) {
    const box = event.currentTarget.getBoundingClientRect();
    const i = Math.floor((event.clientX - box.left - LEFT) / this.step);
    this.at = Math.max(0, Math.min(this.times.length - 1, i));
  }

  /** The arrow keys choose a time and, where bars lead somewhere, a series; Enter opens it. */
  key(event) {
    const leading = this.series.filter(s => s.href);
    const turn = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (turn && leading.length && this.at !== undefined) {
      event.preventDefault();
      this.which = ((this.which ?? (turn > 0 ? -1 : 0)) + turn + leading.length) % leading.length;
    }
    if (event.key === 'Enter' && this.at !== undefined && leading.length)
      location.hash = leading[this.which ?? 0].href(this.at);
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    event.preventDefault();
    const last = this.times.length - 1;
    this.at = Math.max(0, Math.min(last, (this.at ?? last + (step < 0 ? 1 : -1)) + step));
  }

  /** A round number at or above the largest value. */
  ceiling() {
    const sums = this.times.map((_, i) =>
      this.kind === 'bars'
        ? this.series.reduce((sum, s) => sum + (s.values[i] || 0), 0)
        : Math.max(...this.series.map(s => s.values[i] || 0)),
    );
    const most = Math.max(1, ...sums);
    const unit = 10 ** Math.floor(Math.log10(most));
    return [1, 2, 4, 5, 6, 8, 10].map(n => n * unit).find(n => n >= most);
  }

  render() {
    if (!this.times?.length) return '';
    this.top = this.ceiling();
    const long = this.times.at(-1) - this.times[0] > 86_400_000;
    return html`
      <div class="legend" aria-hidden="true">
        ${this.series.map(
          s => html`
            <span class=${this.kind === 'lines' ? 'line' : ''}>
              <i class="fill-${s.tone}"></i>
              ${s.name}
            </span>
          `,
        )}
      </div>
      <svg
        height=${HEIGHT}
        role="img"
        tabindex="0"
        aria-label=${this.summary()}
        @pointermove=${this.move}
        @pointerleave=${() => (this.at = undefined)}
        @keydown=${this.key}
        @blur=${() => (this.at = this.which = undefined)}
      >
        ${this.axes(long)} ${this.kind === 'bars' ? this.bars() : this.series.map(s => this.line(s))}
        ${this.at === undefined ? '' : svg`<line class="cursor" x1=${this.x(this.at)} x2=${this.x(this.at)} y1=${TOP} y2=${HEIGHT - BOTTOM}/>`}
      </svg>
      ${this.at === undefined ? '' : this.tip(long)}
    `;
  }

  axes(long) {
    const marks = [0, this.top / 2, this.top].filter(v => this.top >= 2 || v !== this.top / 2);
    const every = Math.max(
      1,
      Math.ceil(this.times.length / Math.max(2, Math.floor(this.width / (long ? 110 : 80)))),
    );
    return svg`${marks.map(
      v => svg`<line class="grid" x1=${LEFT} x2=${this.width} y1=${this.y(v)} y2=${this.y(v)}/>
        <text x=${LEFT - 8} y=${this.y(v) + 4} text-anchor="end">${this.format(v)}</text>`,
    )}
      ${this.times.map((t, i) =>
        i % every === Math.floor(every / 2)
          ? svg`<text x=${this.x(i)} y=${HEIGHT - 4} text-anchor="middle">${clock(t, long)}</text>`
          : nothing,
      )}`;
  }

  bars() {
    const width = Math.max(1, this.step - (this.step > 5 ? 2 : 0.5));
    return this.times.map((_, i) => {
      let sum = 0;
      return this.series.map(s => {
        const value = s.values[i] || 0;
        if (!value) return nothing;
        const top = this.y(sum + value);
        const height = this.y(sum) - top;
        sum += value;
        return svg`<rect class="fill-${s.tone} ${s.href ? 'leads' : ''}" @click=${() => s.href && (location.hash = s.href(i))} x=${this.x(i) - width / 2} y=${top} width=${width} height=${Math.max(0.8, height)} rx=${Math.min(1.5, width / 4)}/>`;
      });
    });
  }

  line(s) {
    const parts = [];
    let open = false;
    s.values.forEach((value, i) => {
      if (value === null || value === undefined) {
        open = false;
        return;
      }
      const point = this.x(i).toFixed(1) + ' ' + this.y(value).toFixed(1);
      // A single point between gaps would be invisible, so it becomes a short line.
      parts.push(open ? 'L' + point : 'M' + point + 'h.1');
      open = true;
    });
    const path = parts.join('');
    return svg`${this.kind === 'area' && path ? svg`<path class="area fill-${s.tone}" d=${path + 'L' + this.x(s.values.length - 1) + ' ' + this.y(0) + 'L' + this.x(0) + ' ' + this.y(0) + 'Z'}/>` : nothing}
      <path class="stroke fill-${s.tone} ${s.dash || ''}" d=${path}/>`;
  }

  tip(long) {
    const side = this.x(this.at) > this.width / 2;
    const left = side
      ? 'right:' + (this.width - this.x(this.at) + 10) + 'px'
      : 'left:' + (this.x(this.at) + 10) + 'px';
    return html`
      <div class="tip" .style=${left}>
        <strong>${clock(this.times[this.at], long)}</strong>
        ${this.series.map(
          s => html`
            <div class=${this.which !== undefined && s === this.series.filter(x => x.href)[this.which] ? 'chosen' : ''}>
              ${s.name}:
              ${s.values[this.at] === null || s.values[this.at] === undefined ? 'none' : this.format(s.values[this.at])}
            </div>
          `,
        )}
      </div>
    `;
  }

  summary() {
    const parts = this.series.map(s => {
      const known = s.values.filter(v => v !== null && v !== undefined);
      return (
        s.name +
        ': ' +
        (known.length
          ? 'at most ' + this.format(Math.max(...known)) + ', last ' + this.format(known.at(-1))
          : 'nothing yet')
      );
    });
    return (this.label || 'Chart') + '. ' + parts.join('; ') + '.';
  }
}
customElements.define('ph-chart', Chart);

export const chart = options => html`
  <ph-chart
    .times=${options.times}
    .series=${options.series}
    .kind=${options.kind || 'lines'}
    .format=${options.format || number}
    .label=${options.label}
  ></ph-chart>
`;

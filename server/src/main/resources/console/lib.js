// The parts of lit that the console uses, in one place.
export {LitElement, html, svg, nothing} from './lib/lit-element/lit-element.js';
export {repeat} from './lib/lit-html/directives/repeat.js';
export {live} from './lib/lit-html/directives/live.js';

import {html, svg} from '../lib.js';

// Icons on a 16-pixel grid with 1.5-pixel strokes.
const PATHS = {
  overview: svg`<path d="M2 13V8m4 5V3m4 10V6m4 7V9"/>`,
  endpoints: svg`<circle cx="3.500" cy="8" r="1.800"/><circle cx="12.500" cy="3.500" r="1.800"/><circle cx="12.500" cy="12.500" r="1.800"/><path d="m5.200 7.200 5.600-2.900M5.200 8.800l5.600 2.900"/>`,
  messages: svg`<rect x="1.800" y="3.300" width="12.400" height="9.400" rx="1.500"/><path d="m2.200 4.500 5.800 4.300 5.800-4.300"/>`,
  subscriptions: svg`<path d="M8 13.800a1.700 1.700 0 0 0 1.600-1.200H6.400A1.700 1.700 0 0 0 8 13.800ZM3 12h10c-1-1-1.300-2.300-1.300-4.500a3.700 3.700 0 0 0-7.400 0C4.300 9.700 4 11 3 12Z"/>`,
  events: svg`<path d="M9 1.800 3.300 9h4L7 14.200 12.700 7h-4z"/>`,
  keys: svg`<circle cx="5" cy="11" r="3"/><path d="m7.200 8.800 6-6m-2.500 2.500 2 2M9 7l1.500 1.500"/>`,
  customers: svg`<circle cx="6" cy="5.500" r="2.500"/><path d="M1.500 13.500c.4-2.700 2.200-4 4.500-4s4.100 1.300 4.500 4M10.500 3.200a2.500 2.500 0 0 1 0 4.600M12 9.900c1.400.5 2.200 1.700 2.500 3.600"/>`,
  audit: svg`<path d="M3.500 1.800h6.200L12.500 4.600v9.600h-9zM9.500 2v3h3M5.700 8h4.600M5.700 10.800h4.600"/>`,
  settings: svg`<path d="M2 4.500h7m3.500 0H14M2 11.500h1.500m3.500 0h7"/><circle cx="10.700" cy="4.500" r="1.800"/><circle cx="5.300" cy="11.500" r="1.800"/>`,
  reference: svg`<path d="M5.500 4 1.800 8l3.700 4M10.500 4l3.700 4-3.700 4M9.200 2.800 6.800 13.200"/>`,
  check: svg`<path d="m3 8.500 3.300 3.300L13 4.800"/>`,
  cross: svg`<path d="m4 4 8 8m0-8-8 8"/>`,
  pause: svg`<path d="M5.500 3.500v9m5-9v9"/>`,
  snow: svg`<path d="M8 1.800v12.400M2.600 4.900l10.800 6.200m0-6.200L2.600 11.100"/>`,
  clock: svg`<circle cx="8" cy="8" r="6"/><path d="M8 4.500V8l2.300 1.700"/>`,
  plane: svg`<path d="m2 8 12-5.500L9.500 14 7.800 9z"/>`,
  stop: svg`<circle cx="8" cy="8" r="6"/><path d="m4 12 8-8"/>`,
  drop: svg`<path d="M3 4h10M6 4V2.500h4V4m-5.800 0 .6 9.500h6.400l.6-9.500"/>`,
  warn: svg`<path d="M8 2.300 1.700 13.300h12.600zM8 6.500v3m0 1.800v.2"/>`,
  copy: svg`<rect x="5.500" y="5.500" width="8" height="8.500" rx="1.300"/><path d="M10.500 5.500v-2a1.300 1.300 0 0 0-1.300-1.300H3.800a1.300 1.300 0 0 0-1.300 1.300v6a1.300 1.300 0 0 0 1.300 1.300h1.700"/>`,
  sun: svg`<circle cx="8" cy="8" r="3"/><path d="M8 1.500v1.300M8 13.200v1.300M1.500 8h1.300m10.400 0h1.300M3.400 3.400l.9.9m7.400 7.400.9.900m0-9.200-.9.900m-7.400 7.400-.9.900"/>`,
  moon: svg`<path d="M13.500 9.500A6 6 0 0 1 6.500 2.500a5.800 5.800 0 1 0 7 7Z"/>`,
  exit: svg`<path d="M9.500 2.500h-6v11h6M6.500 8h7.500m-2.500-2.700L14.200 8l-2.700 2.700"/>`,
  more: svg`<path d="M2.500 4h11m-11 4h11m-11 4h11"/>`,
  plus: svg`<path d="M8 3v10M3 8h10"/>`,
  replay: svg`<path d="M3 8a5 5 0 1 1 1.500 3.600M3 12.500V9.300h3.200"/>`,
  search: svg`<circle cx="7" cy="7" r="4.500"/><path d="m10.300 10.300 3.700 3.700"/>`,
  back: svg`<path d="M9.500 3.500 5 8l4.500 4.500"/>`,
};

export const icon = (name, size = 16) => html`
  <svg
    width=${size}
    height=${size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${PATHS[name]}
  </svg>
`;

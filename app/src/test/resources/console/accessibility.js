// The accessibility faults of a page, each as one line of text.
() => {
  const faults = [];
  const shown = e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getBoundingClientRect().width > 1;
  const say = (what, e) => faults.push(what + ': ' + e.outerHTML.slice(0, 160).replace(/\s+/g, ' '));

  for (const e of document.querySelectorAll('input, select, textarea')) {
    if (shown(e) && !e.labels?.length && !e.getAttribute('aria-label')) say('a control without a label', e);
  }
  for (const e of document.querySelectorAll('button, a[href], [role=button]')) {
    if (shown(e) && !e.textContent.trim() && !e.getAttribute('aria-label')) say('a button or link without a name', e);
  }
  for (const e of document.querySelectorAll('img:not([alt])')) say('an image without a text', e);
  for (const e of document.querySelectorAll('svg[role=img]:not([aria-label])')) say('a drawing without a text', e);
  const ids = new Set();
  for (const e of document.querySelectorAll('[id]')) {
    if (ids.has(e.id)) say('an id twice', e);
    ids.add(e.id);
  }
  if (document.querySelectorAll('h1').length !== 1) faults.push('there are ' + document.querySelectorAll('h1').length + ' first headings');
  if (!document.documentElement.lang) faults.push('the page does not say its language');

  const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = e => {
    for (let at = e; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour;
    }
    return rgba(getComputedStyle(document.documentElement).backgroundColor);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(e) || !shown(e) || e.closest('svg, option, [disabled], .hidden, .skip')) continue;
    seen.add(e);
    const style = getComputedStyle(e);
    const [light, dark] = [luminance(rgba(style.color)), luminance(ground(e))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) say('contrast ' + ratio.toFixed(2), e);
  }

  const doc = document.documentElement;
  if (doc.scrollWidth > innerWidth) {
    faults.push('the page is wider than the screen: ' + doc.scrollWidth + ' > ' + innerWidth + ' by ' + [...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).slice(0, 3).map(e => e.outerHTML.slice(0, 80)));
  }
  return faults;
}

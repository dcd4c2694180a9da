// Runs before the first paint, so that the wrong theme never flashes.
const chosen = localStorage.getItem('posthorn-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

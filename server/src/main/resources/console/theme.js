// Before the first paint, so that nobody sees the wrong theme flash by.
const chosen = localStorage.getItem('posthorn-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

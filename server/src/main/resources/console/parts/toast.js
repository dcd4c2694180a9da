// A toast: a short message that disappears by itself.
let shown = null;

export function showToast(text) {
  shown?.remove();
  const toast = document.createElement('div');
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  toast.textContent = text;
  document.body.append(toast);
  shown = toast;
  setTimeout(() => toast.remove(), 3_500);
}

// Before the first paint, so that nobody sees the other theme flash by. A file of its own: the content policy allows no inline script.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('valira.theme');
  } catch {
    // Storage refused: the system's theme.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

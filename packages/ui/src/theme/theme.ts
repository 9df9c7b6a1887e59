/**
 * The theme in force: what the person chose, else what their system says.
 *
 * `applyTheme` runs before the first paint, so that nobody sees the other theme flash by.
 */
export type ThemeChoice = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'valira.theme';

const isChoice = (value: string | null): value is ThemeChoice => value === 'light' || value === 'dark' || value === 'system';

/** A browser that refuses storage (private window) behaves as if nothing had been chosen. */
export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isChoice(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(choice: ThemeChoice = readThemeChoice()): void {
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    // Not kept for the next visit; this visit still gets it.
  }
  applyTheme(choice);
}

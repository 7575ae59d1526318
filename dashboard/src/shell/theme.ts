import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';
/** `system`: as the system is, also when it changes. */
export type ThemeChoice = Theme | 'system';

const isDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): ThemeChoice {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function shown(): Theme {
  const choice = chosen();
  return choice === 'system' ? (isDark.matches ? 'dark' : 'light') : choice;
}

function apply(): void {
  document.documentElement.dataset.theme = shown();
  for (const listener of listeners) listener();
}

apply();
isDark.addEventListener('change', apply);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function choose(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', choice);
  apply();
}

/** The theme that is shown. All parts of the page see the same one. */
export function useTheme(): [Theme, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, shown), choose];
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, chosen), choose];
}

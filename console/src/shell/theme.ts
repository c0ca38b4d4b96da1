const KEY = 'leadline.theme';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const chosenTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system';

/** Sets the page's colours as chosen on this device. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  const { documentElement } = document;
  if (theme === 'system') delete documentElement.dataset.theme;
  else documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
}

/** What the browser remembers about a person's choices. The lab and its documentation share them. */
export type Theme = "system" | "light" | "dark";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];
export const THEME_NAMES: Readonly<Record<Theme, string>> = {
  system: "system setting",
  light: "light",
  dark: "dark",
};

/** Under this key the browser remembers the theme. */
export const THEME_KEY = "threeray.theme";
/** Under this key the browser remembers that keys of one character are off. */
export const LETTER_KEYS = "threeray.letter-keys";

/**
 * Control characters, which would change a terminal's colours or title, or hide text, and characters that reverse the
 * direction of a text. Line feeds, tabs, and the line ends of CSV remain.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns a text whose control characters can be seen: names of files and blocks may hold any. JSON keeps its meaning. */
export const visible = (text: string): string =>
  text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

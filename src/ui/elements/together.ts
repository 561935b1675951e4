/** Returns a text whose lines never break between a number and its power or unit. */
export function together(text: string): string {
  return text.replace(/ (?=(?:dB|ns|µs|ms|kHz|MHz)\b|[×%])|(?<=×) /g, "\u00a0");
}

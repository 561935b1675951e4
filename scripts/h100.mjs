// The H100's timings that lectures quote. Each lab's h100.json lists lines of the bench by name. `npm run performance` fills in
// their values from the table of docs/performance.md. To add a line, write its name with the value {} first. h100.test.mjs fails while a file and the table disagree.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROW = /^\| (?<domain>[\w-]+)(?:, (?<size>[^|]*?))? +\| (?<by>\S+) +\| +(?<ms>[\d.e-]+) \([^|]*\| +(?<copy>\d*)/gm;

/**
 * Returns the lines of a Markdown table from bench-table by name: milliseconds, and percent of the copy kernel's speed.
 */
export function benchLines(markdown) {
  return new Map(
    [...markdown.matchAll(ROW)].map(({ groups: { domain, size, by, ms, copy } }) => [
      [`${domain}/${by}`, size].filter(Boolean).join(" "),
      { ms: Number(ms), ofCopy: Number(copy) },
    ]),
  );
}

/** Returns the same names with the table's values. Throws a RangeError that lists names without a line in the table. */
export function renewed(timings, lines) {
  const unknown = Object.keys(timings).filter((name) => !lines.has(name));
  if (unknown.length) throw new RangeError(`h100: docs/performance.md has no line ${unknown.join("; ")}`);
  return Object.fromEntries(Object.keys(timings).map((name) => [name, lines.get(name)]));
}

/** Returns every lab's file of timings. */
export function timingFiles() {
  const labs = join(ROOT, "src/ui/labs");
  const files = readdirSync(labs, { recursive: true }).filter((file) => /(^|[\\/])h100\.json$/.test(file));
  return files.map((file) => join(labs, file));
}

export const publishedLines = () => benchLines(readFileSync(join(ROOT, "docs/performance.md"), "utf8"));

// The GPU's timings that lectures quote. Each lab's bench-times.json names the GPU and lists lines of the bench by name. `npm run performance`
// fills in both from docs/performance.md. To add a line, write its name with the value {} first. bench-times.test.mjs fails while a file and the page disagree.
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

/**
 * Returns the short name of the GPU that a page's runs or a report name, for example "H100": the bench knows it as the device "nvidia-h100".
 */
export const gpuOf = (text) => /nvidia-(\w+)/.exec(text)?.[1].toUpperCase() ?? "GPU";

/** Returns a page's GPU and, for the same names, its values. Throws a RangeError that lists names without a line in the page's table. */
export function renewed({ lines }, page) {
  const known = benchLines(page);
  const names = Object.keys(lines);
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length) throw new RangeError(`bench-times: docs/performance.md has no line ${unknown.join("; ")}`);
  return { gpu: gpuOf(page), lines: Object.fromEntries(names.map((name) => [name, known.get(name)])) };
}

/** Returns every lab's file of timings. */
export function timingFiles() {
  const labs = join(ROOT, "src/ui/labs");
  const files = readdirSync(labs, { recursive: true }).filter((file) => /(^|[\\/])bench-times\.json$/.test(file));
  return files.map((file) => join(labs, file));
}

export const publishedPage = () => readFileSync(join(ROOT, "docs/performance.md"), "utf8");

// Fills docs/performance.md from results of the bench. Give it new results, all of them from one machine:
//   npm run performance -- bench.json peers.json [sweeps.json] [limited.json]
// Without files it computes only what follows from the tables on the page: the values in its text and in docs/paper.md,
// and the timings that lectures quote. A value stands between two comments, of which the first has its name in VALUES:
//   takes <!--= receiver -->6.41 ms<!-- -->
// No line of a text may begin with such a comment: Markdown ends the paragraph there.
// performance.test.mjs fails while a text and the tables disagree.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchLines, gpuOf, renewed, timingFiles } from "./bench-times.mjs";
import { roofline } from "./roofline.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = "docs/performance.md";
/** The texts with values. */
export const TEXTS = [PAGE, "docs/paper.md"];
const VALUE = /<!--= ([\w-]+) -->[\s\S]*?<!-- -->/g;

const turbo = (algorithm) => `turbo/decoder 1536 × 6144, ${algorithm}, windows of 64, 6 iterations`;
const mtt = (order) => `mimo/trellis 8 × 8192, 4 × 4, ${order}-QAM, MTT`;
const USES = 8 * 8192 * 4;
const IIR = "iir/sections order 8, 1 × 16777216 real";
const FIR = "fir/direct 64 taps, 67108864 real samples";
const fft = (by, points) => `fft/${by} ${points} points, 128 MiB`;

/** The values of the texts, one line each. */
export const VALUES = {
  gpu: ({ gpu }) => gpu,
  receiver: ({ ms }) => ms("receiver/threeray 3104 packets"),
  "turbo-max-log": ({ rate }) => rate(turbo("max-log"), 1536 * 6144, "Gbit/s"),
  "turbo-log-map": ({ rate }) => rate(turbo("log-map"), 1536 * 6144, "Gbit/s"),
  ldpc: ({ rate }) => rate("ldpc/decoder 8192 × 2304, sum-product, 10 iterations", 8192 * 2304, "Gbit/s"),
  "mtt-4": ({ rate }) => rate(mtt(4), USES * 2, "Gbit/s"),
  "mtt-16": ({ rate }) => rate(mtt(16), USES * 4, "Gbit/s"),
  "mtt-64": ({ rate }) => rate(mtt(64), USES * 6, "Gbit/s"),
  iir: ({ ms }) => ms(IIR),
  "iir-of-copy": ({ ofCopy }) => ofCopy(IIR),
  "iir-peer": ({ times }) => times("iir/cupyx-sosfilt order 8, 1 × 16777216 real", IIR),
  fir: ({ ms }) => ms(FIR),
  "fir-of-copy": ({ ofCopy }) => ofCopy(FIR),
  "fft-1024": ({ ms }) => ms(fft("workgroup", 1024)),
  "fft-1024-of-copy": ({ ofCopy }) => ofCopy(fft("workgroup", 1024)),
  "cufft-1024-of-copy": ({ ofCopy }) => ofCopy(fft("cufft", 1024)),
  "fft-1024-of-cufft": ({ percent }) => percent(fft("workgroup", 1024), fft("cufft", 1024)),
  "fft-65536-of-cufft": ({ percent }) => percent(fft("fft", 65536), fft("cufft", 65536)),
  "convolution-23": ({ ms }) => ms("convolution/overlap-save 23 taps, 3104 packets"),
  "convolution-186": ({ ms }) => ms("convolution/overlap-save 186 taps, 3104 packets"),
};

export const read = (file) => readFileSync(join(ROOT, file), "utf8");

/**
 * Returns what values are made of. Names are as in `bench --json`.
 *
 * - `gpu`: the short name of the GPU, for example "H100".
 * - `ms(name)`: the median time, with its unit.
 * - `rate(name, amount, unit)`: an amount (bits, samples) per time; the unit has G or M in front, for example "Gbit/s".
 * - `ofCopy(name)`: percent of the copy kernel's speed.
 * - `times(slow, fast)`: how many times as fast the second line is.
 * - `percent(fast, slow)`: the first line's time in percent of the second's.
 */
export function vocabulary(markdown) {
  const lines = benchLines(markdown);
  const line = (name) => {
    const found = lines.get(name);
    if (!found) throw new RangeError(`performance: the table of ${PAGE} has no line "${name}"`);
    return found;
  };
  const digits = (value) => (value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(3))));
  return {
    gpu: gpuOf(markdown),
    ms: (name) => `${digits(line(name).ms)} ms`,
    rate: (name, amount, unit) => `${digits(amount / line(name).ms / { G: 1e6, M: 1e3 }[unit[0]])} ${unit}`,
    ofCopy: (name) => `${line(name).ofCopy} %`,
    times: (slow, fast) => `${Number((line(slow).ms / line(fast).ms).toPrecision(2))} times`,
    percent: (fast, slow) => `${((100 * line(fast).ms) / line(slow).ms).toFixed(0)} %`,
  };
}

/** Returns a text whose values are computed again. Throws a RangeError that names a value which VALUES lacks. */
export const filled = (text, words, values = VALUES) =>
  text.replaceAll(VALUE, (_, name) => {
    if (!values[name]) throw new RangeError(`performance: there is no value "${name}"`);
    return `<!--= ${name} -->${values[name](words)}<!-- -->`;
  });

/** Returns a text with another content between the comments that begin and end a part. */
export function withPart(text, name, content) {
  const [begin, end] = [`<!-- ${name} -->\n`, `\n<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new RangeError(`performance: ${PAGE} has no part "${name}"`);
  return `${text.slice(0, from + begin.length)}\n${content.trim()}\n${text.slice(to)}`;
}

/** Returns what the command line prints. */
function printed(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/cli.mjs"), ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Returns how much longer lines take within WebGPU's default limits, by suite, as a Markdown table. */
export function limitsTable(lines, limited) {
  const usual = new Map(lines.map(({ name, ms }) => [name, ms]));
  const suites = new Map();
  for (const { name, ms, pages = 1 } of limited) {
    if (!usual.has(name)) continue;
    const [suite, kernel] = name.split(/\/(.*)/);
    suites.set(suite, [...(suites.get(suite) ?? []), { kernel, ms, pages, ratio: ms / usual.get(name) }]);
  }
  const rows = [...suites].map(([suite, all]) => {
    const sorted = all.toSorted((a, b) => a.ratio - b.ratio);
    const { kernel, ms, pages, ratio } = sorted.at(-1);
    const paged = pages > 1 ? `, ${pages} pages` : "";
    const middle = sorted[Math.floor(sorted.length / 2)].ratio;
    const cells = [all.length, middle.toFixed(2), ratio.toFixed(2), `${kernel}: ${ms.toPrecision(3)} ms${paged}`];
    return `| ${[suite, ...cells].join(" | ")} |`;
  });
  const head = ["| suite | lines | median | most | line that loses most |", "| --- | --: | --: | --: | --- |"];
  return [...head, ...rows.toSorted()].join("\n");
}

function renew(files) {
  let page = read(PAGE);
  if (files.length > 0) {
    const reports = files.map((file) => ({ file, ...JSON.parse(readFileSync(file, "utf8")) }));
    const isSweep = ({ lines }) => lines.some(({ sweep }) => sweep);
    const isLimited = ({ limits }) => limits === "default";
    const kernels = reports.filter((report) => !isSweep(report) && !isLimited(report));
    const lines = kernels.flatMap(({ lines }) => lines);
    page = withPart(page, "all lines", printed("bench-table", ...kernels.map(({ file }) => file)));
    const sweeps = reports.filter(isSweep).map(({ file }) => file);
    if (sweeps.length > 0) page = withPart(page, "sweeps", printed("bench-table", ...sweeps));
    const limited = reports.filter(isLimited).flatMap(({ lines }) => lines);
    if (limited.length > 0) page = withPart(page, "limits", limitsTable(lines, limited));
    writeFileSync(join(ROOT, "docs/roofline.svg"), roofline(lines, gpuOf(page)));
  }
  const words = vocabulary(page);
  writeFileSync(join(ROOT, PAGE), filled(page, words));
  for (const file of TEXTS.slice(1)) writeFileSync(join(ROOT, file), filled(read(file), words));
  for (const file of timingFiles()) {
    const timings = renewed(JSON.parse(readFileSync(file, "utf8")), page);
    writeFileSync(file, `${JSON.stringify(timings, null, 2)}\n`);
  }
  // The tables come without the spaces that align their columns.
  spawnSync("npx", ["--no-install", "oxfmt", ...TEXTS], {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) renew(process.argv.slice(2));

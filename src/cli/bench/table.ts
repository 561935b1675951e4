import type { BenchLine } from "./bench.ts";
import { readReport } from "./compare.ts";
import { command } from "../command.ts";
import { UsageError } from "../options.ts";
import { print } from "../terminal.ts";
import { SWEEP_COLUMNS } from "./sweeps/sweep-table.ts";

export const benchTable = command({
  name: "bench-table",
  usage: "BENCH.json [PEERS.json …]",
  about: "Prints results of bench, and of bench/peers.py, as the Markdown table of docs/performance.md.",
  examples: ["bench-table bench.json peers.json"],
  takes: "files",
  async run({ positionals }) {
    if (positionals.length === 0)
      throw new UsageError("bench-table: needs results of bench, and optionally of bench/peers.py");
    const reports = positionals.map(readReport);
    const lines = reports.flatMap((report) => report.lines).toSorted(byWork);
    const sources = reports.map(({ adapter, machine, date, limits, lines }) => {
      const methods = [...new Set(lines.map(({ method }) => method))].join("; ");
      const limited = limits === "default" ? ", within WebGPU's default limits" : "";
      // A driver's name does not tell the card.
      const card = adapter.device ? `, ${adapter.device}` : "";
      return `- ${adapter.name}${card} (${machine})${limited}, ${date.slice(0, 10)}: ${methods}.`;
    });
    const kernels = lines.filter(({ sweep }) => !sweep);
    const sweeps = reports.flatMap((report) => report.lines).filter(({ sweep }) => sweep);
    const tables = [
      ...(kernels.length > 0 ? [markdown(kernels)] : []),
      ...(sweeps.length > 0 ? [sweepRows(sweeps)] : []),
    ];
    print(`${[...sources, ...tables.flatMap((rows) => ["", ...rows])].join("\n")}\n`);
    return 0;
  },
});

const HEAD = ["work", "by", "ms (least to most)", "of copy speed", "error", "published"];

function markdown(lines: readonly BenchLine[]): string[] {
  const rows = lines.map(({ name, ms, spread, within99, fractionOfCopy, error, published }) => {
    const { work, by } = partsOf(name);
    const [least, most] = spread.map((value) => value.toPrecision(3));
    return [
      work,
      by,
      `${ms.toPrecision(3)} (${least} to ${most}${within99 === undefined ? "" : `; 99 % in ${within99.toPrecision(3)}`})`,
      fractionOfCopy === undefined ? "" : `${(100 * fractionOfCopy).toFixed(0)} %`,
      error === undefined ? "" : error.toExponential(1),
      published ? `${Number(published.ms.toPrecision(5))} ms, ${published.on}` : "",
    ];
  });
  return markdownTable([HEAD, HEAD.map((_, i) => (i < 2 ? "---" : "--:")), ...rows]);
}

/** The wall clock of sweeps, in seconds. */
const sweepRows = (lines: readonly BenchLine[]): string[] =>
  markdownTable([
    SWEEP_COLUMNS.map(([title]) => title),
    SWEEP_COLUMNS.map((_, i) => (i < 1 ? "---" : "--:")),
    ...lines.map((line) => SWEEP_COLUMNS.map(([, cell]) => cell(line))),
  ]);

const markdownTable = (rows: readonly string[][]) => rows.map((cells) => `| ${cells.join(" | ")} |`);

/** "convolution/overlap-save 186 taps, 3104 packets" is work "convolution, 186 taps, 3104 packets" by overlap-save. */
function partsOf(name: string): { work: string; by: string } {
  const [, domain, by, size] = /^([^/]+)\/(\S+) ?(.*)$/.exec(name) ?? ["", name, "", ""];
  return { work: size ? `${domain}, ${size}` : domain, by };
}

/** Sorts by work, then by time, so that all methods for the same work are neighbours. */
function byWork(a: BenchLine, b: BenchLine): number {
  return partsOf(a.name).work.localeCompare(partsOf(b.name).work, "en", { numeric: true }) || a.ms - b.ms;
}

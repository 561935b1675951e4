import type { BenchLine, BenchReport } from "./bench.ts";
import { command } from "../command.ts";
import { readJson } from "../files.ts";
import { UsageError } from "../options.ts";
import { table } from "../table.ts";
import { print, tell } from "../terminal.ts";

/** Two runs of the same program differ by up to 3 % beyond the spread within a run. */
const NOISE = 1.03;
/** The wall clock of a sweep is measured once, and differs by more. */
const SWEEP_NOISE = 1.15;
/** The largest factor by which WebGPU's default limits may slow a line down. */
const LIMITED = 2;

/** @throws UsageError for a file that bench did not write. */
export function readReport(file: string): BenchReport {
  const report = readJson(file) as Partial<BenchReport> | null;
  if (!Array.isArray(report?.lines) || typeof report.adapter?.name !== "string") {
    throw new UsageError(`${file}: is not a result of bench; make one with bench --json FILE`);
  }
  const wrong = report.lines.findIndex((line) => !isLine(line));
  if (wrong >= 0) {
    const found = JSON.stringify(report.lines[wrong]).slice(0, 80);
    throw new UsageError(
      `${file}: line ${wrong + 1} must have name, ms above 0 and spread [min, max], as bench writes them; found ${found}`,
    );
  }
  return { ...report, machine: String(report.machine), date: String(report.date) } as BenchReport;
}

function isLine(line: Partial<BenchLine> | null): boolean {
  const { name, ms, spread } = line ?? {};
  const numbers = Array.isArray(spread) && spread.length === 2 ? [ms, ...spread] : [];
  return (
    typeof name === "string" &&
    numbers.length === 3 &&
    numbers.every((value) => Number.isFinite(value)) &&
    Number(ms) > 0
  );
}

/**
 * Returns how a line changed. A change counts if the spreads do not overlap and the medians differ by more than
 * `factor`.
 */
function verdict(before: BenchLine, after: BenchLine, factor: number): "" | "slower" | "faster" {
  if (after.spread[0] > before.spread[1] && after.ms > before.ms * factor) return "slower";
  if (after.spread[1] < before.spread[0] && after.ms < before.ms / factor) return "faster";
  return "";
}

export const benchCompare = command({
  name: "bench-compare",
  usage: "OLD.json NEW.json",
  about: "Compares two results of bench. Fails if a line is slower.",
  details:
    "Compares two results of bench. Fails if a line is slower by more than noise, or slowed too much by default limits.",
  examples: ["bench-compare old.json new.json"],
  failure: "A line is slower, or the work failed.",
  takes: "files",
  async run({ positionals }) {
    if (positionals.length !== 2)
      throw new UsageError("bench-compare: needs two results of bench, the older one first");
    const [before, after] = positionals.map(readReport);
    if (before.adapter.name !== after.adapter.name) {
      tell(`Different adapters: ${before.adapter.name} and ${after.adapter.name}.`);
    }
    const limited = before.limits !== after.limits && after.limits === "default";
    if (limited)
      tell(`The new result was measured within default limits: each line may take ${LIMITED} times as long.`);
    const old = new Map(before.lines.map((line) => [line.name, line]));
    const factors: { name: string; factor: number }[] = [];
    const rows = after.lines.map((line) => {
      const known = old.get(line.name);
      old.delete(line.name);
      if (!known) return [line.name, "", line.ms.toFixed(4), "", "new"];
      factors.push({ name: line.name, factor: line.ms / known.ms });
      const change = 100 * (line.ms / known.ms - 1);
      const sign = change < 0 ? "−" : "+";
      return [
        line.name,
        known.ms.toFixed(4),
        line.ms.toFixed(4),
        `${sign}${Math.abs(change).toFixed(1)} %`,
        verdict(known, line, limited ? LIMITED : line.sweep ? SWEEP_NOISE : NOISE),
      ];
    });
    const gone = [...old.values()].map(({ name, ms }) => [name, ms.toFixed(4), "", "", "gone"]);
    if (factors.length === 0) {
      throw new UsageError(`${positionals.join(" and ")} have no case in common, so there is nothing to compare`);
    }
    print(table(["case", "old ms", "new ms", "change", ""], [...rows, ...gone]));
    const [worst] = factors.toSorted((a, b) => b.factor - a.factor);
    if (worst) tell(`Largest ratio of new to old time: ${worst.factor.toFixed(2)}, ${worst.name}.`);
    return rows.some((row) => row.at(-1) === "slower") ? 1 : 0;
  },
});

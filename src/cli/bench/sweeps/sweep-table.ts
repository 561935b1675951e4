import { tableOf } from "../../table.ts";
import type { BenchLine } from "../bench.ts";

/** The columns of a table of sweeps: the title, and the text of a line. */
export const SWEEP_COLUMNS: readonly (readonly [title: string, cell: (line: BenchLine) => string])[] = [
  ["sweep", ({ name }) => name.replace(/^sweeps\//, "")],
  ["kernels", ({ sweep }) => seconds(sweep?.kernels)],
  ["wall clock", ({ ms }) => seconds(ms)],
  ["program", ({ sweep }) => seconds(sweep?.program)],
  ["device", ({ sweep }) => seconds(sweep?.device)],
  ["pipelines", ({ sweep }) => seconds(sweep?.pipelines)],
  ["first counts", ({ sweep }) => seconds(sweep?.start)],
  ["span", ({ sweep }) => seconds(sweep?.span)],
  ["results", ({ sweep }) => seconds(sweep?.results)],
  ["span / kernels", ({ sweep }) => (sweep?.kernels ? (sweep.span / sweep.kernels).toFixed(2) : "")],
];

/** Returns timed sweeps as a table, in seconds. */
export const sweepTable = (lines: readonly BenchLine[]): string => tableOf(lines, SWEEP_COLUMNS);

const seconds = (ms: number | undefined) => (ms === undefined ? "" : (ms / 1000).toFixed(2));

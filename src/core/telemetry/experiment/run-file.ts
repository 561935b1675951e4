import type { AdapterDescription } from "../../gpu/device.ts";
import { parseSweep, sweepFile } from "../../measurement/sweep-file.ts";
import { sweepStep, type SweepStep } from "../../measurement/sweep.ts";
import type { ErrorFigure } from "./figures/errors.ts";
import type { PacketFigure } from "./figures/packets.ts";
import { parseScenario, type Scenario } from "./scenario.ts";
import { equalizerSweep, parseSweepConfig, type SweepConfig, type SweepPoint } from "./sweep.ts";
import type { ReceiverTimings } from "./timings.ts";

/** What the equalizers lab computed, with all that it was computed from. */
export interface Run {
  scenario: Scenario;
  sweep?: SweepStep<SweepConfig, SweepPoint>;
  /** Of the scenario's first packets, at its own Eb/N0. */
  packets?: readonly PacketFigure[];
  errors?: readonly (ErrorFigure & { evmPercent?: number })[];
  timings?: ReceiverTimings;
  /** What it ran on. */
  adapter?: AdapterDescription;
}

/** What of a run can be taken up again. */
export interface SavedRun {
  scenario: Scenario;
  sweep?: SweepStep<SweepConfig, SweepPoint>;
  /** The sweep's configuration alone: the file was written by a release that counted without a ledger. */
  uncounted?: SweepConfig;
}

const FORMAT = "threeray run";
/** 2: the sweep has a ledger. */
const VERSION = 2;

/** A run as a JSON file: configuration, results, adapter, version. */
export function writeRun({ scenario, sweep, ...results }: Run): string {
  const part = sweep && { ...sweepFile(equalizerSweep, sweep.state), results: sweep.results };
  return `${JSON.stringify({ format: FORMAT, version: VERSION, scenario, sweep: part, ...results }, undefined, 2)}\n`;
}

/**
 * What of a run can be taken up again: its scenario, and its sweep as far as it was. Everything else follows from them.
 *
 * @throws SyntaxError, TypeError or RangeError that says what was wanted and what came.
 */
export function readRun(text: string): SavedRun {
  const file = JSON.parse(text) as Partial<Record<string, unknown>> | null;
  if (file?.format !== FORMAT) {
    throw new TypeError(`run: format must be "${FORMAT}", got ${JSON.stringify(file?.format) ?? "none"}`);
  }
  if (file.version !== VERSION && file.version !== 1) {
    throw new RangeError(`run: this release reads versions 1 and ${VERSION}, got ${JSON.stringify(file.version)}`);
  }
  const scenario = parseScenario(file.scenario);
  if (file.sweep === undefined || file.sweep === null) return { scenario };
  if (file.version === 1) return { scenario, uncounted: firstVersion(file.sweep) };
  return { scenario, sweep: sweepStep(equalizerSweep, parseSweep(equalizerSweep, file.sweep)) };
}

/** The configuration of a sweep in a file of version 1. */
function firstVersion(sweep: unknown): SweepConfig | undefined {
  const { config } = ((sweep as { state?: unknown }).state ?? {}) as { config?: Record<string, unknown> };
  if (!config) return undefined;
  const { shard: _, ...own } = config;
  return parseSweepConfig(own);
}

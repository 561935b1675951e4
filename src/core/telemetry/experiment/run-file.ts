import { parseJsonText } from "../../configuration/json-text.ts";
import type { AdapterDescription } from "../../gpu/device.ts";
import { parseSweep, sweepFile } from "../../measurement/sweep-file.ts";
import { sweepStep, type SweepStep } from "../../measurement/sweep.ts";
import type { ErrorFigure } from "./figures/error-counts.ts";
import type { ReceivedPacket } from "./figures/packets.ts";
import { BER_SWEEP, parseScenario, type Scenario, type SweepConfig } from "./scenario.ts";
import { equalizerSweep, type SweepPoint } from "./sweep.ts";
import type { ReceiverTimings } from "./timings.ts";

/** A run of the equalizers lab: its results and its complete configuration. */
export interface RunFile {
  scenario: Scenario;
  sweep?: SweepStep<SweepConfig, SweepPoint>;
  /** Results of the scenario's first packets, at its own Eb/N0. */
  packets?: readonly ReceivedPacket[];
  errors?: readonly (ErrorFigure & { evmPercent?: number })[];
  timings?: ReceiverTimings;
  /** The adapter that computed the run. */
  adapter?: AdapterDescription;
}

/** The parts of a run that can be continued. */
export interface SavedRun {
  scenario: Scenario;
  sweep?: SweepStep<SweepConfig, SweepPoint>;
  /** The sweep's configuration, without counts: the file is from a release without a ledger. */
  uncounted?: SweepConfig;
}

const FORMAT = "threeray run";
/** 2: the sweep has a ledger. */
const VERSION = 2;

/** Returns a run as the text of a JSON file: configuration, results, adapter, version. */
export function writeRun({ scenario, sweep, ...results }: RunFile): string {
  const part = sweep && { ...sweepFile(equalizerSweep, sweep.state), results: sweep.results };
  return `${JSON.stringify({ format: FORMAT, version: VERSION, scenario, sweep: part, ...results }, undefined, 2)}\n`;
}

/**
 * Returns the parts of a run that can be continued: its scenario and its sweep so far. Everything else follows from them.
 *
 * @throws SyntaxError, TypeError or RangeError that says what was expected and what was found.
 */
export function readRun(text: string): SavedRun {
  const file = parsed(text) as Partial<Record<string, unknown>> | null;
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
  return BER_SWEEP.parse(own);
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new SyntaxError(`the file is not JSON: ${(cause as Error).message}`, { cause });
  }
}

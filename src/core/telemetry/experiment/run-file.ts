import type { AdapterDescription } from "../../gpu/device.ts";
import type { ErrorFigure } from "./figures/errors.ts";
import type { PacketFigure } from "./figures/packets.ts";
import { parseScenario, type Scenario } from "./scenario.ts";
import { newSweep, type SweepPoint, type SweepState, sweepStep, type SweepStep } from "./sweep.ts";
import type { ReceiverTimings } from "./timings.ts";

/** What the equalizers lab computed, with all that it was computed from. */
export interface Run {
  scenario: Scenario;
  sweep?: SweepStep;
  /** Of the scenario's first packets, at its own Eb/N0. */
  packets?: readonly PacketFigure[];
  errors?: readonly (ErrorFigure & { evmPercent?: number })[];
  timings?: ReceiverTimings;
  /** What it ran on. */
  adapter?: AdapterDescription;
}

const FORMAT = "threeray run";
const VERSION = 1;

/** A run as a JSON file: configuration, results, adapter, version. */
export function writeRun({ scenario, sweep, ...results }: Run): string {
  const part = sweep && { state: sweep.state, results: sweep.results };
  return `${JSON.stringify({ format: FORMAT, version: VERSION, scenario, sweep: part, ...results }, undefined, 2)}\n`;
}

/**
 * What of a run can be taken up again: its scenario, and its sweep as far as it was. Everything else follows from them.
 *
 * @throws SyntaxError, TypeError or RangeError that says what was wanted and what came.
 */
export function readRun(text: string): Pick<Run, "scenario" | "sweep"> {
  const file = JSON.parse(text) as Partial<Record<string, unknown>> | null;
  if (file?.format !== FORMAT) {
    throw new TypeError(`run: format must be "${FORMAT}", got ${JSON.stringify(file?.format) ?? "none"}`);
  }
  if (file.version !== VERSION) {
    throw new RangeError(`run: this release reads version ${VERSION}, got ${JSON.stringify(file.version)}`);
  }
  const scenario = parseScenario(file.scenario);
  const { state } = (file.sweep ?? {}) as { state?: unknown; results?: SweepPoint[] };
  return { scenario, sweep: state === undefined ? undefined : sweepStep(checkedState(state)) };
}

function checkedState(given: unknown): SweepState {
  const { config, point, block, counts } = (given ?? {}) as Partial<SweepState>;
  const { ebn0s, stopErrors = 0, shard = { index: 1, count: 1 } } = config ?? {};
  const scenario = parseScenario(config?.scenario);
  if (!Array.isArray(ebn0s)) throw new TypeError(`run: sweep's ebn0s must be a list, got ${JSON.stringify(ebn0s)}`);
  for (const ebn0 of ebn0s) parseScenario({ ebn0 });
  const fresh = newSweep({ scenario, ebn0s, stopErrors, shard });
  const whole = (what: string, value: unknown, most: number) => {
    if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most) return value as number;
    throw new RangeError(`run: ${what} must be a whole number from 0 to ${most}, got ${JSON.stringify(value)}`);
  };
  return {
    ...fresh,
    point: whole("sweep's point", point, ebn0s.length),
    block: whole("sweep's block", block, 2 ** 31),
    counts: fresh.counts.map((row, p) =>
      row.map((_, e) => {
        const found = counts?.[p]?.[e];
        const number = (key: "packets" | "missed" | "errors") => whole(`sweep's ${key}`, found?.[key], 2 ** 53 - 1);
        return { packets: number("packets"), missed: number("missed"), errors: number("errors") };
      }),
    ),
  };
}

import type { Gpu } from "../../gpu/device.ts";
import type { GpuHost } from "../../gpu/host.ts";
import { frameBounds } from "../count-bounds.ts";
import { addFrame, CLUSTER_FIELDS, type Measurement } from "../measurement.ts";
import { newSweep, sweepClaims, type SweepState } from "../sweep.ts";
import { storedCounts, type UnitCounts } from "../unit-counts.ts";
import { addUnits } from "../ledger.ts";

/** A sweep that needs no device: for tests of everything around the computation. */
export interface MadeUpConfig {
  lab: "made-up";
  /** Points, dB. "auto": the sweep chooses them. */
  dbs: number[] | "auto";
  units: number;
  stop: number;
  /** Duration of a unit, ms. Below 0: it blocks the thread for ever, as a broken driver does. */
  unitMs: number;
}

interface MadeUpRow {
  db: number;
  receiver: number;
  frames: number;
  errors: number;
}

const RECEIVERS = 2;
const BITS = 100;
/** Slower units fail. */
const SLOWEST_MS = 1e6;

/** Returns the errors of a unit. They depend only on its number, the point and the receiver. */
function errorsOf(unit: number, db: number, receiver: number): number {
  const hash = Math.imul(unit * 31 + receiver * 17 + Math.round(db * 8) * 101 + 7, 0x9e3779b1) >>> 0;
  return hash / 2 ** 32 < 10 ** (-db / 3) ? 1 + (hash % 5) : 0;
}

/** Returns the counts of units. */
function countsOf(db: number, first: number, count: number): UnitCounts {
  const width = CLUSTER_FIELDS.length;
  const counts = new Float64Array(count * RECEIVERS * width);
  for (let at = 0; at < count * RECEIVERS; at++) {
    addFrame(counts, at * width, BITS, errorsOf(first + Math.floor(at / RECEIVERS), db, at % RECEIVERS));
  }
  return storedCounts(counts, RECEIVERS * width);
}

export const madeUpSweep: Measurement<MadeUpConfig, MadeUpRow> = {
  name: "made-up",
  parse(input) {
    const config = input as MadeUpConfig;
    if (config.lab !== "made-up") throw new RangeError(`made-up: lab must be "made-up", got ${config.lab}`);
    return config;
  },
  axis: ({ dbs }) => ({ label: "SNR", points: dbs === "auto" ? { from: 0, to: 30, target: 1e-3 } : dbs }),
  fields: CLUSTER_FIELDS,
  bounds: (_, { count }, sums) => frameBounds(sums, { frames: count, bits: BITS }),
  stop: ({ stop }) => ({ field: "frameErrors", errors: stop }),
  receivers: () => RECEIVERS,
  units: ({ units }) => units,
  most: () => 4096,
  async open(_, { unitMs }) {
    if (unitMs > SLOWEST_MS) throw new RangeError(`made-up: units of ${unitMs} ms are too slow`);
    let queue: Promise<unknown> = Promise.resolve();
    return {
      run(db, first, count, { signal }) {
        const page = queue.then(async () => {
          if (unitMs < 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
          if (unitMs > 0) await new Promise((resolve) => setTimeout(resolve, unitMs * count));
          return signal.aborted ? undefined : countsOf(db, first, count);
        });
        queue = page;
        return page;
      },
      destroy() {},
    };
  },
  row: (_, db, receiver, [frames, , , errors]) => ({ db, receiver, frames, errors }),
};

/** Returns a host of a device that does nothing. */
export function madeUpHost(): GpuHost {
  const gpu = {
    device: { queue: { onSubmittedWorkDone: async () => {} } },
    adapter: { name: "made up, WebGPU", vendor: "", architecture: "", software: false },
    lost: new Promise(() => {}),
    close() {},
  };
  return { get: async () => gpu as unknown as Gpu, close() {} };
}

/** Returns the complete state of a made-up sweep, counted at once. */
export function madeUpState(config: MadeUpConfig): SweepState<MadeUpConfig> {
  const state = newSweep(madeUpSweep, config);
  const claims = sweepClaims(madeUpSweep, state);
  for (let task = claims.next(100); task; task = claims.next(100)) {
    addUnits(state.ledger, task.db, task.first, countsOf(task.db, task.first, task.count));
    claims.counted(task);
  }
  return state;
}

import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import type { Stage, StageTime } from "../../gpu/timing.ts";
import { speedOf } from "../../measurement/speed.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { createCmaDirect } from "../equalizer/cma-direct.ts";
import { CMA_LENGTHS, createCma } from "../equalizer/cma.ts";
import { constantModulusOf } from "../equalizer/cma.float64.ts";
import { conditionNumber } from "../equalizer/condition.ts";
import { solveToeplitz } from "../equalizer/lu.float64.ts";
import { createNormalEquations, type NormalEquations } from "../equalizer/normal.ts";
import { type SolverName, solvers } from "../equalizer/solvers.ts";
import { EQUALIZER_TAPS as size } from "../equalizer/taps.ts";
import { CHANNEL_TAPS as band } from "../estimation/span.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { foundPackets, packetSources } from "./figures/packets.ts";
import { words } from "./figures/part.ts";
import { createLink, type Link } from "./link.ts";
import type { Scenario } from "./scenario.ts";
import { timedPage } from "./timings.ts";

/** The system of one packet and equalizer, and the error of a solver's taps. */
export interface SolvedSystem {
  equalizer: "zf" | "mmse";
  /** Ratio of the matrix's largest to its smallest eigenvalue; null if it is not positive definite in float64. */
  condition: number | null;
  /** |c − c₆₄| / |c₆₄|, where c₆₄ solves the same float32 numbers in float64. Null if the solver found no solution. */
  errorDb: number | null;
}

/** The time that a method needs for a batch of 3104 packets, from a page of `packets` packets. */
interface BatchTime {
  ms: number;
  timing: StageTime["method"];
  packets: number;
}

/** A solver of the normal equations. Its time is for the MMSE systems. */
export interface SolverResult extends BatchTime {
  what: "solver";
  method: SolverName;
  title: string;
  /** The thesis's milliseconds for the batch on a Tesla K40c; null for a solver that it does not have. */
  publishedMs: number | null;
  /** Floating-point operations per packet, leading term. */
  flops: number;
  systems: SolvedSystem[];
}

/** One pass of CMA with one of its gradients. */
export interface GradientResult extends BatchTime {
  what: "gradient";
  method: "direct" | "convolution";
  /** Samples per transform of the convolution; null for the direct sums. */
  length: number | null;
  /** |∇J − ∇J₆₄| / |∇J₆₄| at the MMSE taps, over the checked packets together. */
  errorDb: number;
  /** |∇J − ∇J direct| / |∇J direct|; null for the direct sums. */
  differenceDb: number | null;
}

export interface SolvedTaps {
  config: Scenario;
  results: (SolverResult | GradientResult)[];
}

export interface SolvedTapsStep {
  state: SolvedTaps;
  /** Finished share of the work, 0 to 1. */
  progress: number;
  done: boolean;
}

/** Packets that are compared with float64. */
const CHECKED = 8;
/** A long step, so that the rounding of the taps does not hide the rounding of the gradient. */
const STEP = 1024;

interface Gradient {
  method: GradientResult["method"];
  length: (typeof CMA_LENGTHS)[number] | null;
}

const SOLVERS = Object.keys(solvers) as SolverName[];
const DIRECT: Gradient = { method: "direct", length: null };
const GRADIENTS = [DIRECT, ...CMA_LENGTHS.map((length): Gradient => ({ method: "convolution", length }))];

/** Measures the time of a stage that works on a page of packets. */
type Timer = (stage: Stage) => Promise<BatchTime>;

/**
 * Solves the equalizers' normal equations of a scenario's packets by every solver, and computes CMA's gradient directly and by
 * convolution. Compares both with float64 and times them, one method per step.
 *
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, chapter 4.
 *
 * @throws Error if the receiver finds no packet.
 */
export async function* solveTaps(
  gpu: Gpu,
  { config, results: before }: SolvedTaps,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<SolvedTapsStep> {
  const { device } = gpu;
  const { blocks, packets } = timedPage(gpu, config);
  const timed: Timer = async (stage) => {
    const { ms, method } = await speedOf(gpu, stage);
    return { ms: (ms * BATCH_PACKETS) / packets, timing: method, packets };
  };
  const link = await createLink(device, { scenario: { ...config, packets, equalizers: ["mmse"] }, blocks });
  const plans: { destroy(): void }[] = [link];
  try {
    link.setPage({ firstBlock: 0, ebn0: config.ebn0 });
    await link.run();
    const found = foundPackets(await readBack(device, packetSources(link.receiver))).slice(0, CHECKED);
    if (found.length === 0) {
      throw new Error("The receiver found no packet, so it has no channel estimate to solve for. Raise Eb/N0.");
    }
    const slots = found.map(({ slot }) => slot);
    const systems = await createSystems(device, link, slots, config);
    plans.push(systems);
    const gradients = await createGradients(device, link, slots);
    const methods = [
      ...SOLVERS.map((name) => () => systems.solve(name, timed)),
      ...GRADIENTS.map((gradient) => () => gradients.compute(gradient, timed)),
    ];
    const results = [...before];
    for (const compute of methods.slice(results.length)) {
      if (signal?.aborted) return;
      results.push(await compute());
      const progress = results.length / methods.length;
      yield { state: { config, results: [...results] }, progress, done: progress === 1 };
    }
  } finally {
    for (const plan of plans) plan.destroy();
  }
}

/** The systems of both equalizers for a page, with the float64 solutions of the packets in `slots`. */
async function createSystems(
  device: GPUDevice,
  { receiver }: Link,
  slots: readonly number[],
  { noiseFactor }: Scenario,
) {
  const { impulse, noise } = receiver;
  const zf = await createNormalEquations(device, { slots: receiver.slots, impulse });
  const ridge = { noise, factor: 2 * noiseFactor };
  const mmse = await createNormalEquations(device, { slots: receiver.slots, impulse, ridge });
  const exact = async ({ label, encode, column, right }: NormalEquations) => {
    const encoder = device.createCommandEncoder({ label });
    encode(encoder);
    const [columns, rights] = await readBack(device, [column, right], encoder);
    return slots.map((slot) => {
      const r = rowOf(columns, slot, 2 * band);
      const condition = conditionNumber(r, size);
      return {
        condition: Number.isFinite(condition) ? condition : null,
        taps: solveToeplitz(r, rowOf(rights, slot, 2 * size)),
      };
    });
  };
  const batches = [
    { equalizer: "zf", normal: zf, systems: await exact(zf) },
    { equalizer: "mmse", normal: mmse, systems: await exact(mmse) },
  ] as const;
  return {
    async solve(method: SolverName, timed: Timer): Promise<SolverResult> {
      const sizes = { systems: receiver.slots, size, band };
      const solved: SolvedSystem[] = [];
      let time: BatchTime | undefined;
      for (const { equalizer, normal, systems } of batches) {
        const { column, right } = normal;
        const solver = await solvers[method].create(device, { ...sizes, column, right });
        try {
          const encoder = device.createCommandEncoder({ label: solver.label });
          solver.encode(encoder);
          const [solution] = await readBack(device, [solver.solution], encoder);
          for (const [i, { condition, taps }] of systems.entries()) {
            const c = rowOf(solution, slots[i], 2 * size);
            // Zeros mean that the matrix is not positive definite in float32.
            const errorDb = c.some((value) => value !== 0) ? differenceDb([c], [taps]) : null;
            solved.push({ equalizer, condition, errorDb });
          }
          if (equalizer === "mmse") time = await timed(solver);
        } finally {
          solver.destroy();
        }
      }
      const { title, publishedMs = null, flops } = solvers[method];
      const work = flops({ ...sizes, systems: 1 });
      return { what: "solver", method, title, publishedMs, ...time!, flops: work, systems: solved };
    },
    destroy() {
      zf.destroy();
      mmse.destroy();
    },
  };
}

/** CMA's gradients at the MMSE taps, compared with float64 for the packets in `slots`. */
async function createGradients(device: GPUDevice, { receiver }: Link, slots: readonly number[]) {
  const { packets, window, branches } = receiver;
  const initial = branches[0].taps!;
  const rows = slots.map((slot) => words(window, 2 * WINDOW_LENGTH, 2 * WINDOW_LENGTH * slot));
  const [starts, ...windows] = await readBack(device, [initial, ...rows]);
  const taps = slots.map((slot) => rowOf(starts, slot, 2 * size));
  const exact = taps.map((c, i) => constantModulusOf(rowOf(windows[i], 0, 2 * WINDOW_LENGTH))(c).gradient);
  let direct: Float64Array[] | undefined;
  const run = async <T>({ length }: Gradient, after: (gradient: Float64Array[], stage: Stage) => T) => {
    const config = { slots: receiver.slots, packets, window, initial, step: STEP, passes: 1 };
    const plan = await (length === null ? createCmaDirect(device, config) : createCma(device, { ...config, length }));
    try {
      const encoder = device.createCommandEncoder({ label: plan.label });
      plan.encode(encoder);
      const [moved] = await readBack(device, [plan.taps], encoder);
      const gradient = slots.map((slot, i) => {
        return rowOf(moved, slot, 2 * size).map((value, t) => (taps[i][t] - value) / STEP);
      });
      return await after(gradient, plan);
    } finally {
      plan.destroy();
    }
  };
  return {
    async compute(method: Gradient, timed: Timer): Promise<GradientResult> {
      direct ??= await run(DIRECT, (gradient) => gradient);
      const reference = method === DIRECT ? undefined : direct;
      return run(method, async (gradient, stage) => ({
        what: "gradient",
        ...method,
        ...(await timed(stage)),
        errorDb: differenceDb(gradient, exact),
        differenceDb: reference ? differenceDb(gradient, reference) : null,
      }));
    },
  };
}

/** Returns a slot's floats as float64. */
function rowOf(bytes: ArrayBuffer, slot: number, width: number): Float64Array {
  return Float64Array.from(new Float32Array(bytes, 4 * slot * width, width));
}

/** |x − y| / |y| over all rows together, dB. */
function differenceDb(x: readonly Float64Array[], y: readonly Float64Array[]): number {
  const norm = (rows: readonly Float64Array[]) => Math.hypot(...rows.flatMap((row) => [...row]));
  const difference = x.map((row, i) => row.map((value, j) => value - y[i][j]));
  return 20 * Math.log10(norm(difference) / norm(y));
}

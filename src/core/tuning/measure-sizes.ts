import { compileAhead, kernelsOf } from "../gpu/compile-ahead.ts";
import type { Gpu } from "../gpu/device.ts";
import { DeviceLostError } from "../gpu/errors.ts";
import { inTime } from "../gpu/in-time.ts";
import { owning } from "../gpu/owning.ts";
import { readBack } from "../gpu/readback.ts";
import { sequence, type Stage, type StageTime, timeStages } from "../gpu/timing.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import { setWorkgroupSizes, workgroupSizes } from "../gpu/workgroup-size.ts";

/** A workgroup size with its time. */
export interface TriedSize {
  size: number;
  /** Shortest time of the rounds, ms: other work on the machine can only make one longer. Null where there is none. */
  ms: number | null;
  /** The usual size's time divided by this one's: its median over the rounds, or the ratio of the shortest times if it is smaller. */
  gain: number | null;
  /** Why it is not used. */
  reason?: string;
}

/** The times of a kernel with its usual workgroup size and with others. */
export interface MeasuredSizes {
  /** Shortest time with the usual size, ms. */
  usualMs: number;
  tried: TriedSize[];
  /** The fastest size, where it is clearly faster than the usual one. */
  chosen?: { size: number; gain: number };
  /** Rounds in which every size was timed once. */
  rounds: number;
  /** Jobs of the timed work. */
  jobs: number;
  timing: StageTime["method"];
}

/** When measuring stops, as a time of `performance.now()`, or by a signal. */
interface Deadline {
  /** From then on there are no more rounds than necessary. */
  share: number;
  end: number;
  signal?: AbortSignal;
}

/** Duration of the work from which on more jobs are not needed, ms, and the factor between two numbers of jobs. */
const [WORK_MS, GROWTH] = [1, 8];
/** Smallest gain that counts, part of the rounds in which a size must be faster, and fewest rounds that can tell it. */
const [LEAST_GAIN, LEAST_PART, LEAST_ROUNDS] = [1.03, 0.75, 3];
/** Largest part of each result that is compared, bytes. */
const COMPARED = 2 ** 22;
/** Duration of a measurement, ms, and the number of rounds, by how the device is timed. The wall clock needs more of both. */
const EFFORT: Readonly<Record<StageTime["method"], { regionMs: number; rounds: number }>> = {
  "timestamp query": { regionMs: 10, rounds: 7 },
  "wall clock": { regionMs: 20, rounds: 11 },
};

/**
 * Times a kernel with its usual workgroup size and with each other one, in rounds, and compares the results bit by bit. A size whose
 * results differ is not used.
 *
 * @returns Undefined if the time is too short, or the signal aborts.
 * @throws DeviceLostError; errors of the work with the usual size.
 */
export async function measureSizes(
  { device, adapter }: Pick<Gpu, "device" | "adapter">,
  kernel: string,
  sizes: readonly number[],
  work: TunedWork,
  { share, end, signal }: Deadline,
): Promise<MeasuredSizes | undefined> {
  const isOver = () => signal?.aborted || performance.now() > end;
  const timing = device.features.has("timestamp-query") ? "timestamp query" : "wall clock";
  const { regionMs, rounds: most } = EFFORT[timing];
  const make = (size: number | undefined, jobs: number) => makeWork(device, kernel, size, work, jobs);
  const msOf = async (stage: Stage) => (await timeStages(device, [stage]))[0].ms;

  if (isOver()) return undefined;
  let usual = await make(undefined, 1);
  let jobs = 1;
  const candidates: Candidate[] = [];
  try {
    // The first run of a kernel is slower.
    await msOf(usual.stage);
    while (jobs < work.jobs && !isOver() && (await msOf(usual.stage)) < WORK_MS) {
      jobs = Math.min(work.jobs, GROWTH * jobs);
      usual.destroy();
      usual = await make(undefined, jobs);
      await msOf(usual.stage);
    }
    const allowed: number[] = [];
    const usualKernels = await kernelsAt(device, kernel, undefined, work, jobs);
    for (const size of sizes.filter((one) => one <= device.limits.maxComputeInvocationsPerWorkgroup)) {
      // The usual size is one of them, and a plan may round others to it.
      if ((await kernelsAt(device, kernel, size, work, jobs)) !== usualKernels) allowed.push(size);
    }
    const compileAll = async () => {
      const compiling: Promise<unknown>[] = [];
      for (const size of allowed) {
        if (isOver()) return;
        compiling.push(compileSize(device, kernel, size, work, jobs));
        // It compiles on the processor that also runs the kernels, and what has begun cannot be stopped.
        if (adapter.software) await compiling.at(-1);
      }
      await Promise.all(compiling);
    };
    await inTime({ end, signal }, compileAll());
    if (isOver()) return undefined;
    const right = await withWork(
      () => make(undefined, jobs),
      (fresh) => fetchResults(device, fresh),
    );
    for (const size of allowed) {
      if (isOver()) return undefined;
      candidates.push(await enter(device, size, right, () => make(size, jobs)));
    }
    const repeats = Math.max(1, Math.ceil(regionMs / Math.max(await msOf(usual.stage), regionMs / 1000)));
    const region = ({ stage }: MadeWork) =>
      sequence(
        kernel,
        Array.from({ length: repeats }, () => stage),
      );
    const entrants = [usual, ...candidates.flatMap(({ made }) => (made ? [made] : []))].map((made) => ({
      made,
      region: region(made),
    }));
    let rounds = 0;
    while (rounds < most && (rounds < LEAST_ROUNDS || performance.now() < share)) {
      // Every second round goes backwards, so that a drift of the clock favours no size.
      for (const entrant of rounds % 2 ? entrants.toReversed() : entrants) {
        if (isOver()) return undefined;
        entrant.made.times.push((await msOf(entrant.region)) / repeats);
      }
      rounds++;
    }
    const tried = candidates.map(({ size, reason, made }): TriedSize => {
      if (!made) return { size, ms: null, gain: null, reason };
      return { size, ms: Math.min(...made.times), gain: gainOf(usual, made) };
    });
    return { usualMs: Math.min(...usual.times), tried, chosen: bestOf(usual, candidates), rounds, jobs, timing };
  } finally {
    usual.destroy();
    for (const { made } of candidates) made?.destroy();
  }
}

/** Work that was created with a workgroup size. */
interface MadeWork {
  stage: Stage;
  results: readonly GPUBuffer[];
  /** Time in each round, ms. */
  times: number[];
  destroy(): void;
}

/** A size that takes part, or the reason why it does not. */
interface Candidate {
  size: number;
  made?: MadeWork;
  reason?: string;
}

/** Sets a size while plans are created. The device's own sizes are back when `create` has ended. */
async function atSize<T>(device: object, kernel: string, size: number | undefined, create: () => Promise<T>) {
  const own = workgroupSizes(device);
  setWorkgroupSizes(device, size === undefined ? {} : { [kernel]: size });
  return create().finally(() => setWorkgroupSizes(device, own));
}

async function makeWork(
  device: GPUDevice,
  kernel: string,
  size: number | undefined,
  work: TunedWork,
  jobs: number,
): Promise<MadeWork> {
  const making = () => owning(device, (owner) => work.create(device, owner, jobs));
  const { stages, results, destroy } = await atSize(device, kernel, size, making);
  return { stage: sequence(kernel, stages), results, times: [], destroy };
}

/** Returns the texts and constants of the kernels that a size compiles. Empty if it cannot be created. */
async function kernelsAt(
  device: GPUDevice,
  kernel: string,
  size: number | undefined,
  work: TunedWork,
  jobs: number,
): Promise<string> {
  return JSON.stringify(await kernelsOf(device, buildAt(kernel, size, work, jobs)).catch(() => []));
}

const buildAt = (kernel: string, size: number | undefined, work: TunedWork, jobs: number) => (copy: GPUDevice) =>
  atSize(copy, kernel, size, () => owning(copy, (owner) => work.create(copy, owner, jobs)));

/** Compiles the kernels of a size, without waiting for other sizes. Failures show when the work is created. */
function compileSize(device: GPUDevice, kernel: string, size: number, work: TunedWork, jobs: number): Promise<unknown> {
  return compileAhead(device, buildAt(kernel, size, work, jobs)).catch(() => {});
}

/** Uses work once, and destroys it. */
async function withWork<T>(make: () => Promise<MadeWork>, use: (made: MadeWork) => Promise<T>): Promise<T> {
  const made = await make();
  return use(made).finally(made.destroy);
}

/** Creates the work with a size, and compares its results with the right ones. */
async function enter(
  device: GPUDevice,
  size: number,
  right: readonly ArrayBuffer[],
  make: () => Promise<MadeWork>,
): Promise<Candidate> {
  try {
    // A filter keeps the end of its last run, so only its first results are compared.
    const found = await withWork(make, (fresh) => fetchResults(device, fresh));
    return equalBytes(found, right) ? { size, made: await make() } : { size, reason: "its results differ" };
  } catch (error) {
    if (error instanceof DeviceLostError) throw error;
    return { size, reason: (error as Error).message };
  }
}

async function fetchResults(device: GPUDevice, { stage, results }: MadeWork): Promise<ArrayBuffer[]> {
  const encoder = device.createCommandEncoder({ label: `${stage.label}, compared` });
  // A buffer may be longer than what the kernel writes.
  for (const buffer of results) encoder.clearBuffer(buffer);
  stage.encode(encoder);
  const slices = results.map((buffer) => ({ buffer, size: Math.min(COMPARED, buffer.size) }));
  return readBack(device, slices, encoder);
}

/** True if all bytes are equal. */
function equalBytes(found: readonly ArrayBuffer[], right: readonly ArrayBuffer[]): boolean {
  return right.every((buffer, i) => {
    const [a, b] = [new Uint32Array(found[i]), new Uint32Array(buffer)];
    return a.length === b.length && a.every((word, at) => word === b[at]);
  });
}

const gainsOf = (usual: MadeWork, { times }: MadeWork) => times.map((ms, round) => usual.times[round] / ms);

const gainOf = (usual: MadeWork, made: MadeWork) =>
  Math.min(medianOf(gainsOf(usual, made)), Math.min(...usual.times) / Math.min(...made.times));

/** Returns the fastest size that is clearly faster than the usual one, if there is one. */
function bestOf(usual: MadeWork, candidates: readonly Candidate[]): MeasuredSizes["chosen"] {
  let best: MeasuredSizes["chosen"];
  for (const { size, made } of candidates) {
    if (!made) continue;
    const gains = gainsOf(usual, made);
    const gain = gainOf(usual, made);
    const wins = gains.filter((one) => one > 1).length;
    const isFaster = gain >= LEAST_GAIN && wins >= LEAST_PART * gains.length;
    if (isFaster && gain > (best?.gain ?? 0)) best = { size, gain };
  }
  return best;
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

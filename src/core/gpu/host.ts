import { type Gpu, type OpenOptions, openGpu } from "./device.ts";
import { DeviceLostError, OutOfMemoryError } from "./errors.ts";

/** What happened, and what was done about it: shown to the person, then work goes on. */
export interface Recovery {
  kind: "device lost" | "out of memory";
  message: string;
}

/** Keeps one device open; opens another when it was lost. */
export interface GpuHost {
  /** The device in use; opens one when there is none. Callers that ask at the same time get the same one. */
  get(): Promise<Gpu>;
  close(): void;
}

const REOPEN_DELAYS_MS = [0, 100, 300, 1000, 3000];

export function createGpuHost(api: GPU | undefined, options: OpenOptions = {}): GpuHost {
  let current: Promise<Gpu> | undefined;
  let opened = false;

  /** A GPU process that has just died needs a moment to return: the first open fails at once, later ones are patient. */
  async function open(): Promise<Gpu> {
    const delays = opened ? REOPEN_DELAYS_MS : [0];
    for (const [attempt, delay] of delays.entries()) {
      await sleep(delay);
      try {
        const gpu = await openGpu(api, options);
        opened = true;
        return gpu;
      } catch (error) {
        if (attempt === delays.length - 1) throw error;
      }
    }
    throw new Error("unreachable");
  }

  return {
    get() {
      if (!current) {
        const opening = open();
        current = opening;
        const forget = () => {
          if (current === opening) current = undefined;
        };
        opening.then((gpu) => gpu.lost.then(forget), forget);
      }
      return current;
    },
    close() {
      current?.then((gpu) => gpu.close()).catch(() => {});
      current = undefined;
    },
  };
}

/** What a page can be cut to. */
const SMALLEST_PAGE = 1;

/**
 * Runs an experiment through lost devices and full memory: goes on from the last state it yielded, on a new device or in
 * pages half as large.
 *
 * @param run Starts the experiment at a state, in pages of at most so many of its units (blocks, codewords).
 * @throws What `run` throws otherwise; DeviceLostError or OutOfMemoryError when it happens again with no step in between.
 */
export async function* resilient<State, Step extends { state: State }>(
  host: GpuHost,
  start: State,
  run: (gpu: Gpu, state: State, page: number) => AsyncGenerator<Step>,
  { page: firstPage = SMALLEST_PAGE, onRecovery }: { page?: number; onRecovery?: (recovery: Recovery) => void },
): AsyncGenerator<Step> {
  let state = start;
  let page = firstPage;
  let failures = 0;
  for (;;) {
    const gpu = await host.get();
    try {
      for await (const step of run(gpu, state, page)) {
        state = step.state;
        failures = 0;
        yield step;
      }
      return;
    } catch (error) {
      const recovery = await recoveryOf(error, gpu, page);
      if (!recovery || ++failures > MOST_FAILURES) throw error;
      if (recovery.kind === "out of memory") page = Math.max(SMALLEST_PAGE, Math.floor(page / 2));
      onRecovery?.(recovery);
    }
  }
}

/** Work that fails so often without a step in between is given up. */
export const MOST_FAILURES = 5;

/**
 * What can be done when work on a device has failed: to go on with another device, or in smaller pages. Undefined where
 * neither helps.
 *
 * @param page Units of the page that failed.
 */
export async function recoveryOf(error: unknown, gpu: Gpu, page: number): Promise<Recovery | undefined> {
  if (error instanceof DeviceLostError || (await isLost(gpu))) {
    return { kind: "device lost", message: "The GPU was lost; the run goes on from its last finished step." };
  }
  if (error instanceof OutOfMemoryError && page > SMALLEST_PAGE) {
    return { kind: "out of memory", message: "GPU memory is short: the run goes on in pages half as large." };
  }
  return undefined;
}

/** A lost device rejects pending work a moment before it says that it is lost. */
export function isLost(gpu: Gpu): Promise<boolean> {
  return Promise.race([gpu.lost.then(() => true), sleep(100).then(() => false)]);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

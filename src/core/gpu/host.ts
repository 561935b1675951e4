import { type Gpu, GpuUnavailableError, type OpenOptions, openGpu } from "./device.ts";
import { DeviceLostError, OutOfMemoryError } from "./errors.ts";

/** What happened and how Threeray reacted. It is shown to the person, and the work continues. */
export interface Recovery {
  kind: "device lost" | "out of memory";
  message: string;
}

/** Keeps one device open, and opens a new one after a loss. */
export interface GpuHost {
  /** Returns the open device, or opens one. Concurrent callers get the same device. */
  get(): Promise<Gpu>;
  close(): void;
}

const REOPENED: Recovery = {
  kind: "device lost",
  message: "The GPU was lost. It is open again: runs continue from their last finished step.",
};

/** The GPU process of Chrome and Edge has crashed too often: they offer no adapter until two minutes after the first of two losses. */
const GONE_IN_BROWSER =
  "The GPU was lost, and the browser offers no other one. After two losses, Chrome and Edge offer none for two minutes: wait that long, then try again. If this is another browser, restart it.";

/** Under Node.js, Dawn asks the driver each time. */
const GONE =
  "The GPU was lost, and its driver offers no other one. Check that the driver answers, for example with nvidia-smi or vulkaninfo, then start again.";

const REOPEN_DELAYS_MS = [0, 100, 300, 1000, 3000];

interface HostOptions extends OpenOptions {
  /** Is called when a device is open in place of one that was lost. */
  onRecovery?: (recovery: Recovery) => void;
}

function isOfBrowser(api: GPU | undefined): boolean {
  return api !== undefined && api === (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
}

export function createGpuHost(api: GPU | undefined, { onRecovery, ...options }: HostOptions = {}): GpuHost {
  let current: Promise<Gpu> | undefined;
  let opened = false;
  let isReplacement = false;

  /**
   * A GPU process that has just crashed needs a moment to restart. So only the first attempt ever fails at once; later
   * ones are repeated.
   */
  async function open(): Promise<Gpu> {
    const delays = opened ? REOPEN_DELAYS_MS : [0];
    for (const [attempt, delay] of delays.entries()) {
      await sleep(delay);
      try {
        const gpu = await openGpu(api, options);
        opened = true;
        return gpu;
      } catch (error) {
        if (attempt < delays.length - 1) continue;
        const isGone = opened && error instanceof GpuUnavailableError && error.missing === "adapter";
        if (!isGone) throw error;
        throw new GpuUnavailableError("adapter", isOfBrowser(api) ? GONE_IN_BROWSER : GONE);
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
          if (current !== opening) return;
          current = undefined;
          isReplacement = opened;
        };
        opening.then((gpu) => {
          if (isReplacement) onRecovery?.(REOPENED);
          isReplacement = false;
          return gpu.lost.then(forget);
        }, forget);
      }
      return current;
    },
    close() {
      current?.then((gpu) => gpu.close()).catch(() => {});
      current = undefined;
    },
  };
}

/** The size of a page, which can be reduced. */
const SMALLEST_PAGE = 1;

/**
 * Runs an experiment despite lost devices and full memory: it continues from its last yielded state on a new device, or
 * in pages half as large.
 *
 * @param run Starts the experiment at a state, in pages of at most `page` units (blocks, codewords).
 * @throws Other errors of `run`; DeviceLostError or OutOfMemoryError if it happens again without a step in between.
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

/** The run ends with the error after this many failures without a step in between. */
export const MOST_FAILURES = 5;

/**
 * Returns how to continue after failed work: on another device or in smaller pages. Undefined if neither helps.
 *
 * @param page Units of the page that failed.
 */
export async function recoveryOf(error: unknown, gpu: Gpu, page: number): Promise<Recovery | undefined> {
  if (error instanceof DeviceLostError || (await isLost(gpu))) {
    return { kind: "device lost", message: "The GPU was lost. The run continues from its last finished step." };
  }
  if (error instanceof OutOfMemoryError && page > SMALLEST_PAGE) {
    return { kind: "out of memory", message: "GPU memory is short. The run continues in pages half as large." };
  }
  return undefined;
}

/** A lost device rejects pending work a moment before its `lost` promise resolves. */
export function isLost(gpu: Gpu): Promise<boolean> {
  return Promise.race([gpu.lost.then(() => true), sleep(100).then(() => false)]);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

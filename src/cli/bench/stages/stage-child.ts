import { createHash } from "node:crypto";
import { createFetch } from "../../../core/gpu/readback.ts";
import { timeStages } from "../../../core/gpu/timing.ts";
import { BLOCK_LENGTH } from "../../../core/telemetry/blocks.ts";
import { createLink, type Link } from "../../../core/telemetry/experiment/link.ts";
import { fittingPageBlocks } from "../../../core/telemetry/experiment/page.ts";
import { receiverParts } from "../../../core/telemetry/experiment/receiver-parts.ts";
import type { Scenario } from "../../../core/telemetry/experiment/scenario.ts";
import { openDawn } from "../../dawn.ts";
import { serveParent } from "../../devices/serve-parent.ts";
import { type FrameFiles, openFrameFiles } from "./frame-files.ts";
import {
  type Computed,
  type Copied,
  FRAMES,
  type Kernels,
  type Opened,
  type Order,
  type Reply,
  type Request,
  type Results,
  type Step,
  type StepName,
} from "./protocol.ts";

/** Time that the device gets to finish its batches when the process ends, ms. */
const DRAIN_MS = 1500;
/** Different batches, which come in turn. A frame that is lost or comes twice then changes the errors. */
const PAGES = 2;
/** Batches in flight on a device. */
const IN_FLIGHT = 2;
/** Runs whose mean or median is a time. */
const RUNS = 5;

/** Computes stages for the parent process until it is gone. */
export function serveStages(): void {
  const frames = createCounter();
  let bench: Promise<Bench> | undefined;
  const reply = (message: Reply) => void process.send?.(message, undefined, undefined, () => {});
  serveParent(DRAIN_MS, () => void end());
  process.on("message", (message: Request) => {
    if (message.kind === "frame" || message.kind === "free") frames.add();
    else {
      handle(message).then(
        (result) => reply({ kind: "done", result }),
        (error: unknown) => reply({ kind: "failed", message: (error as Error).message }),
      );
    }
  });

  async function handle(order: Order): Promise<Results[Order["kind"]]> {
    if (order.kind === "open") {
      bench = openBench(order);
      return (await bench).opened;
    }
    if (!bench) throw new Error("the device is not open");
    const { kernels, share, copies, whole, solve, filter } = await bench;
    frames.reset();
    switch (order.kind) {
      case "kernels":
        return kernels();
      case "share":
        return share(order.folder);
      case "copies":
        return copies(order.from);
      case "whole":
        return whole(order.batches);
      case "solve":
        return solve(order.batches, frames, () => reply({ kind: "frame" }));
      case "filter":
        return filter(order.batches, frames, () => reply({ kind: "free" }));
    }
  }

  /** Dawn dies with a segmentation fault if the process ends while the device works. */
  async function end(): Promise<void> {
    setTimeout(() => process.exit(0), DRAIN_MS);
    await (await bench)?.gpu.device.queue.onSubmittedWorkDone();
    process.exit(0);
  }
}

/** Counts messages, and lets work wait for a number of them. */
interface Counter {
  add(): void;
  reset(): void;
  reaches(count: number): Promise<void>;
}

function createCounter(): Counter {
  let counted = 0;
  let waiting: { count: number; resolve: () => void }[] = [];
  return {
    add() {
      counted++;
      for (const { count, resolve } of waiting) if (count <= counted) resolve();
      waiting = waiting.filter(({ count }) => count > counted);
    },
    reset() {
      counted = 0;
    },
    reaches: (count) =>
      count <= counted ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  };
}

type Bench = Awaited<ReturnType<typeof openBench>>;

async function openBench({ scenario, blocks }: { scenario: Scenario; blocks: number }) {
  const gpu = await openDawn();
  const { device } = gpu;
  const most = fittingPageBlocks(gpu, blocks);
  if (most < blocks) {
    throw new RangeError(`${gpu.adapter.name} has room for batches of ${32 * most} packets, got ${32 * blocks}`);
  }
  const link = await createLink(device, { scenario, blocks });
  const parts = receiverParts(link.receiver);
  const pages = pagesOf(device, { scenario, link, blocks });
  const frameBytes = parts.handed.reduce((sum, { size }) => sum + size, 0);
  const rings = new Map<GPUBufferUsageFlags, GPUBuffer[][]>();
  let files: FrameFiles | undefined;

  const setBatch = (batch: number) => link.setPage({ firstBlock: (batch % PAGES) * blocks, ebn0: scenario.ebn0 });
  const copySamples = (encoder: GPUCommandEncoder, batch: number) =>
    encoder.copyBufferToBuffer(pages[batch % PAGES], 0, link.samples, 0, pages[0].size);
  const bits = link.stages.filter(({ label }) => label.startsWith("soqpsk/"));
  /** Submits the work, with the errors' way back, and returns their hash. */
  const counted = (encoder: GPUCommandEncoder): Promise<string> => {
    const { branches, slots } = link.receiver;
    const errors = branches.map((branch) => ({ buffer: branch.errors as GPUBuffer, size: slots * 4 }));
    const fetch = createFetch(device, errors);
    fetch.copy(encoder, 0);
    return fetch.submitFor(encoder, (mapped) => {
      const hash = createHash("sha256");
      for (const bytes of mapped) hash.update(new Uint8Array(bytes));
      return hash.digest("hex");
    });
  };
  /** Buffers of the host for each place of the files. They stay, because allocating them takes long. */
  const ringOf = (usage: GPUBufferUsageFlags): GPUBuffer[][] => {
    const bufferOf = ({ size }: { size: number }) => device.createBuffer({ label: "frame", size, usage });
    const ring = rings.get(usage) ?? Array.from({ length: FRAMES }, () => parts.handed.map(bufferOf));
    rings.set(usage, ring);
    return ring;
  };
  const download = () => ringOf(GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  const upload = () => ringOf(GPUBufferUsage.MAP_WRITE | GPUBufferUsage.COPY_SRC);
  const copyOut = (encoder: GPUCommandEncoder, to: readonly GPUBuffer[]) => {
    for (const [i, { buffer, size }] of parts.handed.entries()) encoder.copyBufferToBuffer(buffer, 0, to[i], 0, size);
  };
  const copyIn = (encoder: GPUCommandEncoder, from: readonly GPUBuffer[]) => {
    for (const [i, { buffer, size }] of parts.handed.entries()) encoder.copyBufferToBuffer(from[i], 0, buffer, 0, size);
  };
  const mapped = async (buffers: readonly GPUBuffer[], mode: GPUMapModeFlags) => {
    await Promise.all(buffers.map((buffer) => buffer.mapAsync(mode)));
    return buffers.map((buffer) => buffer.getMappedRange());
  };
  const unmap = (buffers: readonly GPUBuffer[]) => {
    for (const buffer of buffers) buffer.unmap();
  };
  const shared = () => {
    if (!files) throw new Error("the processes share no files");
    return files;
  };

  return {
    gpu,
    opened: { adapter: gpu.adapter, frameBytes } satisfies Opened,
    async kernels(): Promise<Kernels> {
      const times = await timeStages(device, [...parts.solve, ...parts.filter], gpu.adapter.software ? 1 : 4 * RUNS);
      return { solve: times.slice(0, parts.solve.length), filter: times.slice(parts.solve.length) };
    },
    async share(folder: string): Promise<undefined> {
      files = await openFrameFiles(folder);
    },
    async copies(from: "device" | "files"): Promise<Copied> {
      const { read, write } = shared();
      const times: Copied[] = [];
      for (let run = 0; run <= RUNS; run++) {
        const encoder = device.createCommandEncoder();
        const begun = performance.now();
        if (from === "device") {
          const [buffers] = download();
          copyOut(encoder, buffers);
          device.queue.submit([encoder.finish()]);
          const ranges = await mapped(buffers, GPUMapMode.READ);
          const half = performance.now();
          await write(0, ranges);
          times.push({ device: half - begun, files: performance.now() - half });
          unmap(buffers);
        } else {
          const [buffers] = upload();
          const ranges = await mapped(buffers, GPUMapMode.WRITE);
          const first = performance.now();
          await read(0, ranges);
          const half = performance.now();
          unmap(buffers);
          copyIn(encoder, buffers);
          device.queue.submit([encoder.finish()]);
          await device.queue.onSubmittedWorkDone();
          times.push({ device: performance.now() - half, files: half - first });
        }
      }
      // The first run allocates pages of memory.
      const median = (of: keyof Copied) =>
        times
          .slice(1)
          .map((time) => time[of])
          .toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
      return { device: median("device"), files: median("files") };
    },
    async whole(batches: number[]): Promise<Computed> {
      const { steps, note } = createSteps();
      const pending: Promise<string>[] = [];
      for (const batch of batches) {
        if (pending.length >= IN_FLIGHT) await pending[pending.length - IN_FLIGHT];
        setBatch(batch);
        const encoder = device.createCommandEncoder({ label: "whole receiver" });
        copySamples(encoder, batch);
        for (const stage of [...bits, ...link.receiver.stages]) stage.encode(encoder);
        pending.push(note("whole", batch, counted(encoder)));
      }
      return { digests: await Promise.all(pending), steps };
    },
    async solve(batches: number, freed: Counter, tell: () => void): Promise<Computed> {
      const ring = download();
      const { steps, note } = createSteps();
      const pending: Promise<void>[] = [];
      for (let batch = 0; batch < batches; batch++) {
        // The place in the files is free once the other process has read the frame before; so are its buffers here.
        await freed.reaches(batch - FRAMES + 1);
        setBatch(batch);
        const place = batch % FRAMES;
        const encoder = device.createCommandEncoder({ label: "first part of the receiver" });
        copySamples(encoder, batch);
        for (const stage of parts.solve) stage.encode(encoder);
        copyOut(encoder, ring[place]);
        device.queue.submit([encoder.finish()]);
        const solved = note("solve", batch, mapped(ring[place], GPUMapMode.READ));
        // Frames reach the files in order.
        const before = pending.at(-1);
        const written = async () => {
          const ranges = await solved;
          await note("write", batch, shared().write(place, ranges));
          unmap(ring[place]);
          await before;
          tell();
        };
        pending.push(written());
      }
      await Promise.all(pending);
      return { digests: [], steps };
    },
    async filter(batches: number, arrived: Counter, tell: () => void): Promise<Computed> {
      const ring = upload();
      const { steps, note } = createSteps();
      const pending: Promise<string>[] = [];
      for (let batch = 0; batch < batches; batch++) {
        const place = batch % FRAMES;
        const ranges = await mapped(ring[place], GPUMapMode.WRITE);
        await arrived.reaches(batch + 1);
        await note("read", batch, shared().read(place, ranges));
        tell();
        unmap(ring[place]);
        setBatch(batch);
        const encoder = device.createCommandEncoder({ label: "second part of the receiver" });
        copyIn(encoder, ring[place]);
        for (const stage of [...bits, ...parts.filter]) stage.encode(encoder);
        pending.push(note("filter", batch, counted(encoder)));
      }
      return { digests: await Promise.all(pending), steps };
    },
  };
}

/** Notes when works begin and end, which are under way. */
function createSteps() {
  const steps: Step[] = [];
  const now = () => performance.timeOrigin + performance.now();
  return {
    steps,
    async note<T>(name: StepName, batch: number, work: Promise<T>): Promise<T> {
      const given = now();
      const result = await work;
      // Devices and threads take batches in turn, so this one waited for the one before.
      const before = steps.findLast((step) => step.name === name);
      steps.push({ name, batch, start: Math.max(given, before?.end ?? 0), end: now() });
      return result;
    },
  };
}

/** Makes the batches' samples. */
function pagesOf(
  device: GPUDevice,
  { scenario, link, blocks }: { scenario: Scenario; link: Link; blocks: number },
): GPUBuffer[] {
  const transmitter = link.stages.slice(0, link.stages.length - link.receiver.stages.length);
  const size = blocks * BLOCK_LENGTH * 8;
  return Array.from({ length: PAGES }, (_, page) => {
    const samples = device.createBuffer({
      label: "batch",
      size,
      usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
    link.setPage({ firstBlock: page * blocks, ebn0: scenario.ebn0 });
    const encoder = device.createCommandEncoder({ label: "transmitter" });
    for (const stage of transmitter) stage.encode(encoder);
    encoder.copyBufferToBuffer(link.samples, 0, samples, 0, size);
    device.queue.submit([encoder.finish()]);
    return samples;
  });
}

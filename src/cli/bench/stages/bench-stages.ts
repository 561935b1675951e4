import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkField } from "../../../core/configuration/fields.ts";
import { variantOf } from "../../../core/configuration/schema.ts";
import type { StageTime } from "../../../core/gpu/timing.ts";
import { BLOCK_PACKETS } from "../../../core/telemetry/blocks.ts";
import { chainShares } from "../../../core/telemetry/experiment/published.ts";
import { SCENARIO } from "../../../core/telemetry/experiment/scenario.ts";
import { SCENARIO_USES } from "../../../core/telemetry/experiment/uses.ts";
import { BATCH_PACKETS } from "../../../core/telemetry/packet.ts";
import { command } from "../../command.ts";
import { checkHiding, chooseDevices, type Device, nvidiaDevices } from "../../devices/device-list.ts";
import { jsonOption, orUsage, wholeNumber } from "../../options.ts";
import { tellWithoutEffect } from "../../unused-options.ts";
import { writeJson } from "../../output.ts";
import { ONE_SCENARIO, oneScenario } from "../../scenario.ts";
import { table } from "../../table.ts";
import { createProgress, print, tell, unlessInterrupted } from "../../terminal.ts";
import { type Computed, type Copied, FRAMES, type Step } from "./protocol.ts";
import { makeFrameFiles } from "./frame-files.ts";
import { type StageProcess, startStageProcess } from "./stage-process.ts";

const name = "bench-stages";

const packets = variantOf(SCENARIO.fields.packets, {
  description: `Packets in a batch: whole blocks of ${BLOCK_PACKETS}. The thesis's batch has ${BATCH_PACKETS}.`,
  default: BATCH_PACKETS,
  min: BLOCK_PACKETS,
  max: BATCH_PACKETS,
});
const withBatch = ({ fields }: typeof ONE_SCENARIO.options) => ({ fields: { ...fields, packets } });

/** The ways to use two devices, and one device for comparison. */
type Split = "one device" | "packets" | "stages";

interface Measured {
  split: Split;
  /** From the order to the last errors, ms. */
  totalMs: number;
  /** Time per batch while all devices are busy. */
  periodMs: number;
  /**
   * The bound of a pipeline whose parts all overlap: the slowest part's time, each measured alone. A device copies and computes in
   * turn, as both are in its one queue; so the parts are each device with its own copy, and both copies between host and files.
   */
  modelMs: number;
  /** What each device and copy did. Times are ms since the order; device 0 writes files and device 1 reads them. */
  steps: (Step & { device: number })[];
}

/** The format of `bench-stages --json`. */
export interface StageReport {
  devices: { name: string; adapter: string }[];
  /** True if both processes use the same device, which then does the work of two. */
  shared: boolean;
  packets: number;
  batches: number;
  /** Kernel times of each part's stages, ms per batch. */
  solve: StageTime[];
  filter: StageTime[];
  frameBytes: number;
  /** Copies of a frame: to the host and into shared memory, out of it and to the other device. */
  copies: { out: Copied; into: Copied };
  measured: Measured[];
}

export const benchStages = command({
  name,
  about: "Times the telemetry receiver with its stages on two GPUs, beside whole batches on each.",
  details:
    "Puts the telemetry receiver's estimates and solvers on one GPU, and its filters and detectors on another, as the thesis did. Batches go from one to the other through the host's memory. Compares this with whole batches on each GPU. With one GPU, two processes share it.",
  examples: ["bench-stages --batches 40 --json stages.json"],
  options: withBatch(ONE_SCENARIO.options),
  readAs: withBatch(ONE_SCENARIO.readAs),
  extras: {
    "batches N": "Batches per measurement. Default 20.",
    json: jsonOption("the times"),
  },
  failure: "The results differ between the devices, or the work failed or was stopped.",
  async run({ given, own }) {
    const batches = wholeNumber("batches", own.batches ?? "20", { min: 4, max: 10_000 });
    const batch = orUsage(() => checkField("--packets", packets, given.packets ?? packets.default));
    const blocks = Math.ceil(Number(batch) / BLOCK_PACKETS);
    const found = nvidiaDevices();
    const shared = found.length < 2;
    const devices: Device[] = shared
      ? [1, 2].map((number) => ({ name: `process ${number}`, hidden: [] }))
      : chooseDevices("2", found);
    checkHiding(devices);
    // Two different batches come in turn.
    const scenario = oneScenario(name, { ...given, packets: 2 * blocks * BLOCK_PACKETS });
    tellWithoutEffect(name, SCENARIO, SCENARIO_USES, scenario, given);
    const processes: StageProcess[] = [];
    for (const [i, device] of devices.entries()) {
      // Each passes its messages about frames to the other one.
      processes.push(startStageProcess(device, (kind) => processes[1 - i].pass(kind)));
    }
    try {
      const report = await unlessInterrupted(compare(processes, { scenario, blocks, batches, shared, devices }));
      if (!report) {
        tell(`${name}: stopped before all was compared, so there are no results`);
        return 1;
      }
      if (own.json) writeJson(own.json, report);
      if (own.json !== "-") print(describe(report));
      return 0;
    } finally {
      await Promise.all(processes.map((one) => one.close()));
    }
  },
});

interface Plan {
  scenario: ReturnType<typeof oneScenario>;
  blocks: number;
  batches: number;
  shared: boolean;
  devices: Device[];
}

async function compare([first, second]: StageProcess[], plan: Plan): Promise<StageReport> {
  const { scenario, blocks, batches, shared, devices } = plan;
  const progress = createProgress(name);
  const open = { kind: "open", scenario, blocks } as const;
  // One after the other: both may be the same device.
  const opened = [await first.run(open), await second.run(open)];
  const [{ adapter, frameBytes }] = opened;
  if (adapter.software) tell(`${adapter.name} is a software adapter: its times say nothing about a GPU.`);
  if (shared) tell("This machine has one GPU, so both processes share it: two GPUs would take less time.");
  await share([first, second], frameBytes);
  progress.update(0.2);

  const all = Array.from({ length: batches }, (_, batch) => batch);
  const [even, odd] = [0, 1].map((rest) => all.filter((batch) => batch % 2 === rest));
  const runs: Record<Split, () => Promise<Computed[]>> = {
    "one device": async () => [await first.run({ kind: "whole", batches: all })],
    packets: () =>
      Promise.all([first.run({ kind: "whole", batches: even }), second.run({ kind: "whole", batches: odd })]),
    stages: () => Promise.all([first.run({ kind: "solve", batches }), second.run({ kind: "filter", batches })]),
  };
  let expected: string | undefined;
  const measure = async (split: Split): Promise<Omit<Measured, "modelMs">> => {
    // The first run warms the device up.
    await runs[split]();
    const begun = performance.timeOrigin + performance.now();
    const parts = await runs[split]();
    const steps = parts.flatMap((part, device) =>
      part.steps.map((step) => ({ ...step, device, start: step.start - begun, end: step.end - begun })),
    );
    const counting = parts.filter(({ digests }) => digests.length > 0);
    // Each device's batches per ms add up.
    const speed = counting.reduce((total, part) => total + speedOf(part), 0);
    const [a, b] = counting.map(({ digests }) => digests);
    const digests = all.map((batch) => (b ? [a, b][batch % 2][Math.floor(batch / 2)] : a[batch])).join();
    expected ??= digests;
    if (digests !== expected)
      throw new Error(`${name}: split by ${split}, batches have other bit errors than on one device`);
    const totalMs = Math.max(...steps.map(({ end }) => end));
    return { split, totalMs, periodMs: 1 / speed, steps };
  };
  const whole = await measure("one device");
  progress.update(0.4);
  const { solve, filter } = await first.run({ kind: "kernels" });
  const packets = await measure("packets");
  progress.update(0.6);
  const copies = {
    out: await first.run({ kind: "copies", from: "device" }),
    into: await second.run({ kind: "copies", from: "files" }),
  };
  progress.update(0.7);
  const stages = await measure("stages");
  progress.end();
  const [solveMs, filterMs] = [solve, filter].map(sum);
  const pipelineMs = Math.max(
    solveMs + copies.out.device,
    copies.out.files,
    copies.into.files,
    copies.into.device + filterMs,
  );
  return {
    devices: devices.map(({ name }, i) => ({ name, adapter: opened[i].adapter.name })),
    shared,
    packets: blocks * BLOCK_PACKETS,
    batches,
    solve,
    filter,
    frameBytes,
    copies,
    measured: [
      { ...whole, modelMs: solveMs + filterMs },
      { ...packets, modelMs: (solveMs + filterMs) / 2 },
      { ...stages, modelMs: pipelineMs },
    ],
  };
}

/** Batches per ms from the first complete batch to the last one. */
function speedOf({ steps }: Computed): number {
  const ends = steps.filter(({ name }) => name === "whole" || name === "filter").map(({ end }) => end);
  return (ends.length - 1) / (Math.max(...ends) - Math.min(...ends));
}

/** Lets two processes share memory: files in memory, which have no names once both have opened them. */
async function share(processes: readonly StageProcess[], frameBytes: number): Promise<void> {
  const folder = mkdtempSync(join(folderFor(FRAMES * frameBytes), "threeray-frames-"));
  try {
    makeFrameFiles(folder);
    await Promise.all(processes.map((one) => one.run({ kind: "share", folder })));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Linux's folder in memory, if it has room. */
function folderFor(bytes: number): string {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize > bytes) return memory;
  } catch {
    // Other systems have no such folder; their files in use stay in memory, too.
  }
  return tmpdir();
}

const sum = (stages: readonly StageTime[]) => stages.reduce((total, { ms }) => total + ms, 0);

function describe({ devices, packets, batches, solve, filter, frameBytes, copies, measured }: StageReport): string {
  const stageRows = [solve, filter].flatMap((stages, i) =>
    chainShares(stages).map(({ name, share }) => [name, String(i + 1), (share * sum(stages)).toFixed(3)]),
  );
  const { out, into } = copies;
  const copyRows = [
    ["device 1 to the host", out.device],
    ["host to shared memory", out.files],
    ["shared memory to the host", into.files],
    ["host to device 2", into.device],
  ] as const;
  const rate = (ms: number) => (frameBytes / ms / 1e6).toFixed(1);
  const [alone] = measured;
  return [
    `${devices.map(({ name, adapter }, i) => `Device ${i + 1}: ${name}, ${adapter}`).join("\n")}\n`,
    table(["stages", "device", `ms per ${packets} packets`], stageRows),
    `Device 1 takes ${sum(solve).toFixed(3)} ms per batch, device 2 ${sum(filter).toFixed(3)} ms (${solve[0].method}).\n`,
    table(
      [`copy of ${(frameBytes / 1e6).toFixed(1)} MB`, "ms", "GB/s"],
      copyRows.map(([step, ms]) => [step, ms.toFixed(2), rate(ms)]),
    ),
    table(
      ["split by", `ms for ${batches} batches`, "ms per batch", "model", "times one device"],
      measured.map(({ split, totalMs, periodMs, modelMs }) => [
        split,
        totalMs.toFixed(1),
        periodMs.toFixed(2),
        modelMs.toFixed(2),
        (alone.periodMs / periodMs).toFixed(2),
      ]),
    ),
  ].join("\n");
}

import { owningRehearsed } from "../../gpu/owning.ts";
import { readBack } from "../../gpu/readback.ts";
import type { Stage } from "../../gpu/timing.ts";
import { slotCount } from "../preamble/detector.ts";
import { type Branch, createReceiver, type Received, type Receiver } from "../link/receiver.ts";
import { recordingLength, type Scenario } from "./scenario.ts";
import { createTransmitter, type Transmitter, type TransmitterPage } from "../link/transmitter.ts";

/** Transmitter and receiver of a scenario, for pages of a fixed number of blocks. */
export interface Link {
  readonly blocks: number;
  readonly bits: GPUBuffer;
  readonly samples: GPUBuffer;
  readonly receiver: Receiver;
  /** All stages of the block diagram. */
  readonly stages: readonly Stage[];
  /** Takes effect for later submissions. */
  setPage(page: TransmitterPage): void;
  /** Sets another scenario of the same structure that fits the blocks and slots, and returns to its first block. Takes effect for later submissions. */
  setScenario(scenario: Scenario): void;
  /** Runs the page: errors of each slot, u32, for each of the scenario's equalizers. */
  run(): Promise<Uint32Array[]>;
  /**
   * Runs the page in steps, for slow devices, and yields after each step. A caller that stops leaves the rest undone. The page
   * must not be set in between.
   */
  runInSteps(): AsyncGenerator<LinkProgress>;
  destroy(): void;
}

const receivedOf = (scenario: Scenario): Received => ({
  length: recordingLength(scenario),
  firstOffset: scenario.firstOffset,
  anchor: scenario.firstOffset,
});

/** The progress of a page. */
export interface LinkProgress {
  /** Part of its work that is done, 0 to 1: by the time that each step took in the page before. */
  share: number;
  /** Errors of each slot, u32, for the scenario's completed equalizers, in their order. */
  errors: Uint32Array[];
}

/** @throws OutOfMemoryError if the device has too little memory for `blocks` blocks. */
export async function createLink(
  device: GPUDevice,
  { scenario, blocks }: { scenario: Scenario; blocks: number },
): Promise<Link> {
  return owningRehearsed(device, async ({ keep }): Promise<Omit<Link, "destroy">> => {
    const transmitter = await keep(createTransmitter(device, { scenario, blocks }));
    const { bits, samples } = transmitter;
    const received = receivedOf(scenario);
    const slots = slotCount(blocks, received.length);
    const receiver = await keep(createReceiver(device, { blocks, slots, samples, sent: bits, ...received, scenario }));
    const stages = [...transmitter.stages, ...receiver.stages];
    const steps = stepsOf(transmitter, receiver);
    // Shares of the page: by the kernels until a page has been timed.
    let durations = steps.map(({ stages }) => stages.length);
    const errorsOf = (branches: readonly Branch[]) =>
      branches.map(({ errors }) => ({ buffer: errors as GPUBuffer, size: receiver.slots * 4 }));
    return {
      blocks,
      bits,
      samples,
      receiver,
      stages,
      setPage(page) {
        transmitter.setPage(page);
        receiver.setFirstBlock(page.firstBlock);
      },
      setScenario(scenario) {
        transmitter.setScenario(scenario);
        receiver.setReceived(receivedOf(scenario));
        receiver.setScenario(scenario);
      },
      async run() {
        const encoder = device.createCommandEncoder({ label: "link" });
        for (const stage of stages) stage.encode(encoder);
        return (await readBack(device, errorsOf(receiver.branches), encoder)).map((bytes) => new Uint32Array(bytes));
      },
      async *runInSteps() {
        const errors: Uint32Array[] = [];
        const measured: number[] = [];
        for (const [i, { stages, branch }] of steps.entries()) {
          const begun = performance.now();
          const encoder = device.createCommandEncoder({ label: "step of a link" });
          for (const stage of stages) stage.encode(encoder);
          const counts = await readBack(device, errorsOf(branch ? [branch] : []), encoder);
          errors.push(...counts.map((bytes) => new Uint32Array(bytes)));
          await device.queue.onSubmittedWorkDone();
          measured.push(performance.now() - begun);
          yield { share: sum(durations.slice(0, i + 1)) / sum(durations), errors: [...errors] };
        }
        durations = measured;
      },
    };
  });
}

/** Stages that are submitted together, and the equalizer that they complete. */
interface Step {
  stages: Pick<Stage, "encode">[];
  branch?: Branch;
}

/** The steps: the transmitter, the search for packets, each equalizer. A stage with steps of its own is split into them. */
function stepsOf(transmitter: Transmitter, { common, branches }: Receiver): Step[] {
  const parts = [{ stages: common }, ...branches.map((branch) => ({ stages: branch.stages, branch }))];
  return [{ stages: [...transmitter.stages] }, ...parts.flatMap(splitStep)];
}

function splitStep({ stages, branch }: { stages: readonly Stage[]; branch?: Branch }): Step[] {
  const steps: Step[] = [{ stages: [] }];
  for (const stage of stages) {
    if (stage.steps) steps.push(...stage.steps.map((step) => ({ stages: [step] })), { stages: [] });
    else steps[steps.length - 1].stages.push(stage);
  }
  const filled = steps.filter((step) => step.stages.length > 0);
  return filled.map((step, i) => (i === filled.length - 1 ? { ...step, branch } : step));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

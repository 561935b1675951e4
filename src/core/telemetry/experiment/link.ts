import { readBack } from "../../gpu/readback.ts";
import { rehearse } from "../../gpu/submit.ts";
import type { Stage } from "../../gpu/timing.ts";
import { slotCount } from "../preamble/detector.ts";
import { createReceiver, type Received, type Receiver } from "./receiver.ts";
import { recordingLength, type Scenario } from "./scenario.ts";
import { createTransmitter, type TransmitterPage } from "./transmitter.ts";

/** Transmitter and receiver of a scenario, for pages of a fixed number of blocks. */
export interface Link {
  readonly blocks: number;
  readonly bits: GPUBuffer;
  readonly samples: GPUBuffer;
  readonly receiver: Receiver;
  /** The whole block diagram. */
  readonly stages: readonly Stage[];
  /** Takes effect for what is submitted afterwards. */
  setPage(page: TransmitterPage): void;
  /** Another scenario of the same structure that fits into as many blocks and slots, at its first block. Takes effect for what is submitted afterwards. */
  setScenario(scenario: Scenario): void;
  /** Runs the page: errors of each slot, u32, for each of the scenario's equalizers. */
  run(): Promise<Uint32Array[]>;
  destroy(): void;
}

const receivedOf = (scenario: Scenario): Received => ({
  length: recordingLength(scenario),
  firstOffset: scenario.firstOffset,
  anchor: scenario.firstOffset,
});

/** @throws OutOfMemoryError when the device has no room for `blocks` blocks. */
export async function createLink(
  device: GPUDevice,
  { scenario, blocks }: { scenario: Scenario; blocks: number },
): Promise<Link> {
  const made: { destroy(): void }[] = [];
  const build = async (): Promise<Link> => {
    const transmitter = await createTransmitter(device, { scenario, blocks });
    made.push(transmitter);
    const { bits, samples } = transmitter;
    const received = receivedOf(scenario);
    const slots = slotCount(blocks, received.length);
    const receiver = await createReceiver(device, { blocks, slots, samples, sent: bits, ...received, scenario });
    made.push(receiver);
    const stages = [...transmitter.stages, ...receiver.stages];
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
        const size = receiver.slots * 4;
        const counts = receiver.branches.map(({ errors }) => ({ buffer: errors as GPUBuffer, size }));
        return (await readBack(device, counts, encoder)).map((bytes) => new Uint32Array(bytes));
      },
      destroy,
    };
  };
  const destroy = () => {
    for (const part of made) part.destroy();
  };
  try {
    const link = await build();
    await rehearse(device, link.stages);
    return link;
  } catch (error) {
    destroy();
    throw error;
  }
}

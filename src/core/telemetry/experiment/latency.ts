import { createArrayPlan } from "../../gpu/array-plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import type { LatencyUnit } from "../../measurement/latency.ts";
import { BLOCK_LEAD, BLOCK_LENGTH, SLOT_STEP } from "../blocks.ts";
import { createReceiver } from "../link/receiver.ts";
import { PACKET_WORDS } from "../packet.ts";
import { packetSources } from "./figures/packets.ts";
import { words } from "./figures/part.ts";
import type { Scenario } from "./scenario.ts";
import { synthesize } from "./synthesize.ts";

/** One packet of a scenario, from its samples to the bits of every equalizer: the receiver has to find it. */
export async function openPacket(gpu: Gpu, scenario: Scenario): Promise<LatencyUnit> {
  const { device } = gpu;
  const recording = await onePacket(gpu, scenario);
  const samples = new Float32Array(2 * BLOCK_LEAD + recording.length);
  samples.set(recording, 2 * BLOCK_LEAD);
  const block = 8 * BLOCK_LENGTH;
  const { run, destroy } = await createArrayPlan(gpu, { samples: block }, async (inputs) => {
    // The rest of the block is never written.
    clear(device, "samples of a packet", [inputs.samples]);
    const page = { blocks: 1, slots: SLOT_STEP, samples: inputs.samples, length: recording.length / 2 };
    const receiver = await createReceiver(device, { ...page, scenario });
    const decided = receiver.branches.map(({ decisions }) => words(decisions, PACKET_WORDS));
    const plan = { ...sequence("telemetry receiver", receiver.stages), destroy: receiver.destroy };
    return { plan, outputs: [...packetSources(receiver), ...decided] };
  });
  return { run: () => run({ samples }), destroy };
}

/** Returns the samples of a recording of one packet. */
async function onePacket(gpu: Gpu, scenario: Scenario): Promise<Float32Array<ArrayBuffer>> {
  for await (const { samples } of synthesize(gpu, { ...scenario, packets: 1 }, 0)) return samples;
  throw new RangeError("telemetry: a recording of one packet has no samples");
}

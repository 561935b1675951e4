import { tiledWindow, tiledWindows, pageBatch } from "../estimation/window.bench.ts";
import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS, WINDOW_LENGTH } from "../blocks.ts";
import { BATCH_PACKETS, PACKET_BITS } from "../packet.ts";
import { fde } from "./fde.float64.ts";
import type { FdeInputs } from "./fde.ts";
import { createFdePair } from "./fde-pair.ts";
import { createFde1, fde1Weights } from "./fde1.ts";
import { createFde2, fde2Weights } from "./fde2.ts";
import { CHANNEL_TAPS } from "../estimation/span.ts";

const variance = 0.125;
const weights2 = () => fde2Weights("inverse", WINDOW_LENGTH);
const equalizers = [
  { label: "equalizer/fde1", create: createFde1, outputs: 1, weights: () => fde1Weights(WINDOW_LENGTH), ms: 57.2 },
  { label: "equalizer/fde2", create: createFde2, outputs: 1, weights: weights2, ms: 58.8 },
  { label: "equalizer/fde-pair", create: createPair, outputs: 2, weights: weights2, ms: 116 },
];

/** Both equalizers at once, of which the second is checked. */
async function createPair(device: GPUDevice, inputs: FdeInputs) {
  const options = { noiseFactor: 1, fde2NoiseFactor: 1, fdeWeighting: "inverse" } as const;
  const { matched, ...plan } = await createFdePair(device, { ...inputs, options });
  return { ...plan, matched: matched[1] };
}

export const cases = equalizers.map(({ label, create, outputs, weights, ms }) =>
  batchCase({
    name: `${label} ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (WINDOW_LENGTH + outputs * PACKET_BITS + CHANNEL_TAPS) * 8,
    published: { ms, on: "Tesla K40c" },
    batch: pageBatch,
    async prepare(device, memory, slots) {
      const impulses = noise(2, BLOCK_PACKETS * 2 * CHANNEL_TAPS);
      const plan = await create(device, {
        slots,
        window: tiledWindows(device, memory, slots),
        impulse: tiled(device, memory, "channel estimates", impulses, slots / BLOCK_PACKETS),
        noise: memory.constant("noise variances", new Float32Array(slots).fill(variance)),
      });
      const expected = (slot: number) =>
        fde(tiledWindow(slot), tiledRow(impulses, slot, 2 * CHANNEL_TAPS), variance, weights());
      return { plan, check: { output: plan.matched.buffer, row: 2 * PACKET_BITS, width: 2, expected } };
    },
  }),
);

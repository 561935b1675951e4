import { batchCase } from "../../gpu/bench.ts";
import { PACKETS, SEED } from "../transmission/labels.bench.ts";
import { drawTaps } from "../transmission/random-taps.reference.ts";
import { createRandomTaps } from "../transmission/random-taps.ts";
import { fill } from "../../gpu/submit.ts";
import { owning } from "../../gpu/owning.ts";
import { alignPacket } from "./alignment.reference.ts";
import { createAlignment } from "./alignment.ts";

const CHANNEL_SEED = SEED + 1;
const [delay, turns] = [15, 4];

/** Taps of an equalizer and of a channel in, 12 bytes out: combined responses of N + L samples. */
export const cases = [
  { forwardTaps: 31, tapCount: 11 },
  { forwardTaps: 256, tapCount: 15 },
].map(({ forwardTaps, tapCount }) => {
  // The first tap is the strongest one.
  const amplitudesOf = (count: number) => Float32Array.from({ length: count }, (_, i) => 0.7 ** i);
  const [equalizer, channel] = [amplitudesOf(forwardTaps), amplitudesOf(tapCount)];
  return batchCase({
    name: `adaptive/alignment ${PACKETS} × ${forwardTaps} taps, channels of ${tapCount}`,
    bytes: PACKETS * (8 * (forwardTaps + tapCount) + 12),
    batch: { jobs: PACKETS, bytes: 8 * forwardTaps },
    async prepare(device, _memory, packets) {
      const whole = await owning(device, async ({ keep }) => {
        const finalTaps = await keep(createRandomTaps(device, { packets, amplitudes: equalizer, seed: SEED }));
        const taps = await keep(createRandomTaps(device, { packets, amplitudes: channel, seed: CHANNEL_SEED }));
        const encoder = device.createCommandEncoder({ label: "taps" });
        for (const stage of [finalTaps, taps]) stage.encode(encoder);
        fill(device, encoder, [finalTaps.taps, taps.taps]);
        const sizes = { packets, samplesPerSymbol: 1, hasOwnTaps: true, tapCount, forwardTaps, delay, turns } as const;
        const config = { ...sizes, taps: taps.taps, finalTaps: finalTaps.taps };
        const plan = await keep(createAlignment(device, config));
        return { label: plan.label, encode: plan.encode, output: plan.alignment };
      });
      const expected = (packet: number) => {
        const [w, h] = [drawTaps(packet, equalizer, SEED), drawTaps(packet, channel, CHANNEL_SEED)];
        const { ahead, turn } = alignPacket(w, h, { samplesPerSymbol: 1, delay, turns });
        return [ahead >>> 0, turn];
      };
      return { plan: whole, check: { output: whole.output, words: true, row: 2, width: 1, expected } };
    },
  });
});

import { batchCase } from "../../gpu/bench.ts";
import { fill } from "../../gpu/submit.ts";
import { decayingPowers } from "../channel/responses.ts";
import { solveEqualizer } from "../theory/finite.ts";
import { drawTaps } from "../transmission/random-taps.reference.ts";
import { createRandomTaps } from "../transmission/random-taps.ts";
import { createPacketTaps, factorBytes } from "./packet-taps.ts";

const [PACKETS, SEED, NOISE_VARIANCE] = [16_384, 5, 0.01];

const SIZES = [
  { forwardTaps: 31, feedbackTaps: 0, decay: 2 },
  { forwardTaps: 31, feedbackTaps: 14, decay: 2 },
  { forwardTaps: 256, feedbackTaps: 0, decay: 2 },
] as const;

export const cases = SIZES.map(({ forwardTaps, feedbackTaps, decay }) => {
  const amplitudes = Float32Array.from(decayingPowers(decay), Math.sqrt);
  const tapCount = amplitudes.length;
  const size = { forwardTaps, feedbackTaps, delay: Math.floor(forwardTaps / 2), criterion: "mmse" } as const;
  return batchCase({
    name: `adaptive/packet-taps ${PACKETS} × ${forwardTaps} + ${feedbackTaps} taps, channels of ${tapCount}`,
    bytes: 8 * PACKETS * (tapCount + forwardTaps + feedbackTaps),
    batch: { jobs: PACKETS, bytes: Math.max(factorBytes(forwardTaps, tapCount), 8 * (forwardTaps + feedbackTaps)) },
    async prepare(device, _memory, packets) {
      const channels = await createRandomTaps(device, { packets, amplitudes, seed: SEED });
      const encoder = device.createCommandEncoder({ label: "channels" });
      channels.encode(encoder);
      fill(device, encoder, [channels.taps]);
      const batch = { packets, samplesPerSymbol: 1, taps: channels.taps, hasOwnTaps: true, tapCount } as const;
      const solution = await createPacketTaps(device, batch, size);
      solution.setNoiseVariance(NOISE_VARIANCE);
      const destroy = () => {
        for (const stage of [solution, channels]) stage.destroy();
      };
      const expected = (packet: number) => {
        const taps = drawTaps(packet, amplitudes, SEED);
        const channel = { taps, samplesPerSymbol: 1, noiseVariance: NOISE_VARIANCE } as const;
        return [...solveEqualizer(channel, size).forward.subarray(0, 2)];
      };
      // Columns are packets: the first row has the first tap of each.
      return { plan: { ...solution, destroy }, check: { output: solution.taps, row: 2, width: 2, expected } };
    },
  });
});

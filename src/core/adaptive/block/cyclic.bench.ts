import { batchCase } from "../../gpu/bench.ts";
import { fill } from "../../gpu/submit.ts";
import { guardSymbols } from "../batch.ts";
import { decisionTables } from "../decision.ts";
import { modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { equalizeBlock } from "./cyclic.reference.ts";
import { createCyclicEqualizer } from "./cyclic.ts";

const [PACKETS, SYMBOLS, SEED] = [4096, 2048, 5];
const NOISE_VARIANCE = 0.1;
const TAPS = Float64Array.of(0.8, 0, 0, 0.5, -0.3, 0);

const KINDS = [
  { title: "FDE", length: 64, isMulticarrier: false, criterion: "mmse" },
  { title: "FDE", length: 1024, isMulticarrier: false, criterion: "mmse" },
  { title: "OFDM", length: 64, isMulticarrier: true, criterion: "zf" },
] as const;

export const cases = KINDS.map(({ title, length, isMulticarrier, criterion }) => {
  const points = modulationPoints("qpsk");
  const tapCount = TAPS.length / 2;
  const guard = guardSymbols(1, tapCount);
  const sizes = { symbols: SYMBOLS, guard, samplesPerSymbol: 1 } as const;
  return batchCase({
    name: `adaptive/cyclic ${PACKETS} × ${SYMBOLS}, ${title} of ${length}`,
    // Labels in, estimates out; the blocks need not leave the processor between.
    bytes: PACKETS * SYMBOLS * (1 + 8),
    batch: { jobs: PACKETS, bytes: 8 * SYMBOLS },
    async prepare(device, memory, packets) {
      const decisions = decisionTables("qpsk");
      const labels = await createRandomLabels(device, { ...sizes, packets, bitsPerSymbol: 2, seed: SEED });
      const encoder = device.createCommandEncoder({ label: "labels" });
      labels.encode(encoder);
      fill(device, encoder, [labels.labels]);
      const taps = memory.constant("channel", Float32Array.from(TAPS));
      const received = memory.storage("no ordinary stream", 8);
      const batch = { ...sizes, packets, labels: labels.labels, taps, hasOwnTaps: false, tapCount, received };
      const kind = { length, isMulticarrier, criterion, isReal: false, power: 0.98, seed: SEED };
      const equalizer = await createCyclicEqualizer(device, batch, decisions, kind);
      equalizer.setNoiseVariance(NOISE_VARIANCE);
      const destroy = () => {
        for (const stage of [equalizer, labels]) stage.destroy();
      };
      const expected = (packet: number) => {
        const own = labelsOfPacket(packet, guard + length, { bitsPerSymbol: 2, seed: SEED }).slice(guard);
        const sent = Float64Array.from(own.flatMap((label) => [points[2 * label], points[2 * label + 1]]));
        const config = {
          samplesPerSymbol: 1,
          noiseVariance: NOISE_VARIANCE,
          isReal: false,
          seed: SEED,
          guard,
        } as const;
        const silence = new Float64Array(2 * (guard + length));
        const noise = receivePacket(silence, TAPS, packet, config).slice(2 * guard);
        const noiseVariance = criterion === "mmse" ? NOISE_VARIANCE : 0;
        return equalizeBlock(sent, TAPS, noise, { isMulticarrier, noiseVariance }).estimates.slice(0, 2);
      };
      return { plan: { ...equalizer, destroy }, check: { output: equalizer.estimates, row: 2, width: 2, expected } };
    },
  });
});

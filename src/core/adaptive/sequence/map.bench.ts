import { batchCase } from "../../gpu/bench.ts";
import { fill } from "../../gpu/submit.ts";
import { guardSymbols } from "../batch.ts";
import { decisionTables } from "../decision.ts";
import { type ModulationName, modulationPoints } from "../modulations.ts";
import { labelsOfPacket } from "../transmission/labels.reference.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { receivePacket } from "../transmission/received.reference.ts";
import { createReceivedSamples } from "../transmission/received.ts";
import { bitLlrs } from "./map.reference.ts";
import { createMapEqualizer, metricBytes } from "./map.ts";

const [PACKETS, SYMBOLS, SEED] = [4096, 2000, 5];
const NOISE_VARIANCE = 0.1;
/** The first LLR depends on no sample this far away, to float32. */
const FAR = 120;

const TRELLISES = [
  { modulation: "bpsk", tapCount: 3 },
  { modulation: "qpsk", tapCount: 4 },
  { modulation: "16qam", tapCount: 3 },
] as const satisfies { modulation: ModulationName; tapCount: number }[];

export const cases = TRELLISES.map(({ modulation, tapCount }) => {
  const points = modulationPoints(modulation);
  const size = points.length / 2;
  const bitsPerSymbol = Math.log2(size);
  // Equal taps: no symbol arrives more weakly than its echoes.
  const taps = Float64Array.from({ length: 2 * tapCount }, (_, i) => (i % 2 ? 0 : Math.sqrt(1 / tapCount)));
  const guard = guardSymbols(1, tapCount);
  const sizes = { symbols: SYMBOLS, guard, samplesPerSymbol: 1 } as const;
  return batchCase({
    name: `adaptive/map ${PACKETS} × ${SYMBOLS}, ${size ** (tapCount - 1)} states of ${modulation}`,
    bytes: PACKETS * SYMBOLS * (8 + 4 * bitsPerSymbol + 8),
    batch: {
      jobs: PACKETS,
      bytes: Math.max(metricBytes(size, tapCount, SYMBOLS), 8 * (SYMBOLS + 2 * guard), 4 * bitsPerSymbol * SYMBOLS),
    },
    async prepare(device, memory, packets) {
      const decisions = decisionTables(modulation);
      const labels = await createRandomLabels(device, { ...sizes, packets, bitsPerSymbol, seed: SEED });
      const channel = memory.constant("channel", Float32Array.from(taps));
      const sent = { ...sizes, packets, labels: labels.labels, taps: channel, hasOwnTaps: false, tapCount };
      const source = await createReceivedSamples(device, {
        ...sent,
        points: decisions.points,
        isReal: false,
        seed: SEED,
      });
      source.setNoiseVariance(NOISE_VARIANCE);
      const encoder = device.createCommandEncoder({ label: "received samples" });
      for (const stage of [labels, source]) stage.encode(encoder);
      fill(device, encoder, [labels.labels, source.received]);
      const batch = { ...sent, received: source.received };
      const equalizer = await createMapEqualizer(device, batch, decisions, { isReal: false });
      equalizer.setNoiseVariance(NOISE_VARIANCE);
      const destroy = () => {
        for (const stage of [equalizer, source, labels]) stage.destroy();
      };
      const expected = (packet: number) => {
        const own = labelsOfPacket(packet, 2 * guard + FAR, { bitsPerSymbol, seed: SEED });
        const symbols = Float64Array.from(own.flatMap((label) => [points[2 * label], points[2 * label + 1]]));
        const noise = { samplesPerSymbol: 1, noiseVariance: NOISE_VARIANCE, isReal: false, seed: SEED, guard } as const;
        const received = receivePacket(symbols, taps, packet, noise);
        const gamma = 1 / NOISE_VARIANCE;
        return bitLlrs({ received, labels: own, guard, symbols: FAR, points, taps, gamma }).slice(0, 1);
      };
      return { plan: { ...equalizer, destroy }, check: { output: equalizer.extrinsic, row: 1, width: 1, expected } };
    },
  });
});

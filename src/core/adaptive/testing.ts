import { readFloats, readWords, run, testDevice, upload } from "../gpu/testing.ts";
import { guardSymbols, type ReceivedBatch } from "./batch.ts";
import { type DecisionTables, decisionTables } from "./decision.ts";
import { type ModulationName, modulationPoints } from "./modulations.ts";
import { createRandomLabels } from "./transmission/labels.ts";
import { createReceivedSamples } from "./transmission/received.ts";

/** One packet of a batch as float64 sees it. */
export interface TestPacket {
  /** y, complex; sample s·guard is the first of symbol 0. */
  received: Float64Array;
  /** Sent symbols, complex; symbol `guard` is symbol 0. */
  sent: Float64Array;
  labels: number[];
}

export interface TestBatch {
  device: GPUDevice;
  batch: ReceivedBatch;
  decisions: DecisionTables;
  points: Float64Array;
  packets: TestPacket[];
  destroy(): void;
}

/** Sends packets through a channel with noise of the variance 1/γ. */
export async function testBatch({
  modulation = "qpsk",
  taps,
  packets = 3,
  symbols = 101,
  forwardTaps = 11,
  samplesPerSymbol = 1,
  snrDb = 20,
  seed = 5,
  firstPacket = 0,
}: {
  modulation?: ModulationName;
  taps: Float64Array;
  packets?: number;
  symbols?: number;
  forwardTaps?: number;
  samplesPerSymbol?: 1 | 2;
  snrDb?: number;
  seed?: number;
  firstPacket?: number;
}): Promise<TestBatch> {
  const device = await testDevice();
  const decisions = decisionTables(modulation);
  const points = modulationPoints(modulation);
  const tapCount = taps.length / 2;
  const sizes = { packets, symbols, guard: guardSymbols(forwardTaps, tapCount), samplesPerSymbol };
  const labels = await createRandomLabels(device, { ...sizes, bitsPerSymbol: Math.log2(points.length / 2), seed });
  labels.setFirstPacket(firstPacket);
  const sent = {
    ...sizes,
    labels: labels.labels,
    taps: upload(device, Float32Array.from(taps)),
    hasOwnTaps: false,
    tapCount,
  };
  const received = await createReceivedSamples(device, { ...sent, points: decisions.points, isReal: false, seed });
  received.setFirstPacket(firstPacket);
  received.setNoiseVariance(10 ** (-snrDb / 10));
  await run(device, labels);
  await run(device, received);
  const all = symbols + 2 * sizes.guard;
  const words = await readWords(device, labels.labels, Math.ceil(all / 4) * packets);
  const samples = await readFloats(device, received.received, 2 * samplesPerSymbol * all * packets);
  return {
    device,
    batch: { ...sent, received: received.received },
    decisions,
    points,
    packets: Array.from({ length: packets }, (_, p) => {
      const own = Array.from({ length: all }, (_, k) => (words[(k >> 2) * packets + p] >> (8 * (k % 4))) & 0xff);
      return {
        labels: own,
        sent: Float64Array.from(own.flatMap((label) => [points[2 * label], points[2 * label + 1]])),
        received: Float64Array.from(
          { length: 2 * samplesPerSymbol * all },
          (_, i) => samples[2 * ((i >> 1) * packets + p) + (i % 2)],
        ),
      };
    }),
    destroy() {
      labels.destroy();
      received.destroy();
    },
  };
}

/** Returns the estimates of a packet, complex [K], from a buffer [symbol][packet]. */
export async function estimatesOf(
  { device, batch }: TestBatch,
  buffer: GPUBuffer,
  packet: number,
): Promise<Float64Array> {
  const { packets, symbols } = batch;
  const all = await readFloats(device, buffer, 2 * symbols * packets);
  return Float64Array.from({ length: 2 * symbols }, (_, i) => all[2 * ((i >> 1) * packets + packet) + (i % 2)]);
}

/** A complex channel with three taps. */
export const TEST_TAPS = Float64Array.of(0.8, 0.1, -0.3, 0.4, 0.1, -0.2);

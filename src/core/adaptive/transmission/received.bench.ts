import { batchCase, type BenchCase } from "../../gpu/bench.ts";
import { owning } from "../../gpu/owning.ts";
import type { Allocation } from "../../gpu/pool.ts";
import { fill } from "../../gpu/submit.ts";
import type { Plan } from "../../gpu/timing.ts";
import { guardSymbols, type ReceivedBatch } from "../batch.ts";
import { namedResponse } from "../channel/responses.ts";
import { decisionTables, type DecisionTables } from "../decision.ts";
import { MODULATIONS, type ModulationName, modulationPoints } from "../modulations.ts";
import { PACKETS, SEED, SYMBOLS } from "./labels.bench.ts";
import { labelsOfPacket } from "./labels.reference.ts";
import { createRandomLabels } from "./labels.ts";
import { drawTaps } from "./random-taps.reference.ts";
import { createRandomTaps } from "./random-taps.ts";
import { receivePacket } from "./received.reference.ts";
import { createReceivedSamples } from "./received.ts";

/** What is sent, and what changes it. */
export interface Transmission {
  modulation: ModulationName;
  /** h, complex; of a random channel the square roots of its powers. */
  taps: Float64Array;
  /** Each packet has its own random channel. Default false. */
  isRandom?: boolean;
  /** Cycles per symbol of each tap. */
  turns?: readonly number[];
  /** γ. */
  snrDb: number;
  /** Most taps of an equalizer: they set the guard. Default 31. */
  forwardTaps?: number;
}

/** A packet as float64 sees it. */
export interface SentPacket {
  labels: number[];
  /** Complex; symbol `guard` is symbol 0. */
  sent: Float64Array;
  received: Float64Array;
  /** h, complex. */
  taps: Float64Array;
}

const guardOf = ({ taps, forwardTaps = 31 }: Transmission) => guardSymbols(forwardTaps, taps.length / 2);
const amplitudesOf = (taps: Float64Array) => Float32Array.from({ length: taps.length / 2 }, (_, l) => taps[2 * l]);

/** Returns a packet in float64. It ends after `symbols` symbols and the guard. */
export function sentPacket(transmission: Transmission, packet: number, symbols = SYMBOLS): SentPacket {
  const { modulation, isRandom, turns, snrDb } = transmission;
  const guard = guardOf(transmission);
  const points = modulationPoints(modulation);
  const bitsPerSymbol = MODULATIONS[modulation];
  const labels = labelsOfPacket(packet, symbols + 2 * guard, { bitsPerSymbol, seed: SEED });
  const sent = Float64Array.from(labels.flatMap((label) => [points[2 * label], points[2 * label + 1]]));
  const taps = isRandom ? drawTaps(packet, amplitudesOf(transmission.taps), SEED) : transmission.taps;
  const noise = { noiseVariance: 10 ** (-snrDb / 10), isReal: false, seed: SEED };
  const received = receivePacket(sent, taps, packet, { samplesPerSymbol: 1, ...noise, turns, guard });
  return { labels, sent, received, taps };
}

/** Creates the plans of a transmission. */
async function createTransmission(
  device: GPUDevice,
  memory: Allocation,
  transmission: Transmission,
  { packets, keep }: { packets: number; keep<T extends { destroy(): void }>(creation: Promise<T>): Promise<T> },
) {
  const { modulation, isRandom = false, turns, snrDb } = transmission;
  const decisions = decisionTables(modulation);
  const tapCount = transmission.taps.length / 2;
  const guard = guardOf(transmission);
  const sizes = { packets, symbols: SYMBOLS, guard, samplesPerSymbol: 1 } as const;
  const bitsPerSymbol = MODULATIONS[modulation];
  const labels = await keep(createRandomLabels(device, { ...sizes, bitsPerSymbol, seed: SEED }));
  const amplitudes = amplitudesOf(transmission.taps);
  const random = isRandom ? await keep(createRandomTaps(device, { packets, amplitudes, seed: SEED })) : undefined;
  const taps = random?.taps ?? memory.constant("channel", Float32Array.from(transmission.taps));
  const sent = { ...sizes, labels: labels.labels, taps, hasOwnTaps: isRandom, tapCount };
  const noise = { isReal: false, seed: SEED };
  const source = await keep(createReceivedSamples(device, { ...sent, ...noise, points: decisions.points, turns }));
  source.setNoiseVariance(10 ** (-snrDb / 10));
  const batch: ReceivedBatch = { ...sent, received: source.received };
  return { inputs: random ? [labels, random] : [labels], source, batch, decisions };
}

/** A plan, and its output that is checked: values of packets in columns. */
interface Checked {
  plan: Pick<Plan, "label" | "encode" | "destroy">;
  output: GPUBuffer;
}

/** Times a plan that gets the samples of a transmission. */
export function receivedCase({
  name,
  transmission,
  bytes = 16,
  largest = 0,
  create,
  width = 2,
  words,
  symbols,
  expected,
}: {
  /** Stem, and what differs from other cases of it. */
  name: { stem: string; title: string };
  transmission: Transmission;
  /** Bytes per symbol that an ideal kernel moves. Default: a sample and an estimate. */
  bytes?: number;
  /** Bytes per packet of the plan's largest buffer. Default: the samples'. */
  largest?: number;
  create(device: GPUDevice, batch: ReceivedBatch, decisions: DecisionTables, memory: Allocation): Promise<Checked>;
  width?: 1 | 2;
  /** Whether the output's numbers are u32. Default: f32. */
  words?: boolean;
  /** Symbols that the float64 packet has. Default: all. */
  symbols?: number;
  /** First outputs of a packet in float64. */
  expected(packet: SentPacket, guard: number): ArrayLike<number>;
}): BenchCase {
  const guard = guardOf(transmission);
  return batchCase({
    name: `adaptive/${name.stem} ${PACKETS} × ${SYMBOLS}, ${name.title}`,
    bytes: PACKETS * SYMBOLS * bytes,
    batch: { jobs: PACKETS, bytes: Math.max(largest, 8 * (SYMBOLS + 2 * guard)) },
    async prepare(device, _memory, packets) {
      const whole = await owning(device, async ({ memory, keep }) => {
        const { inputs, source, batch, decisions } = await createTransmission(device, memory, transmission, {
          packets,
          keep,
        });
        const encoder = device.createCommandEncoder({ label: "received samples" });
        for (const stage of [...inputs, source]) stage.encode(encoder);
        fill(device, encoder, [batch.labels, batch.received, batch.taps]);
        const { plan, output } = await create(device, batch, decisions, memory);
        await keep(Promise.resolve(plan));
        return { label: plan.label, encode: plan.encode, output };
      });
      return {
        plan: whole,
        check: {
          output: whole.output,
          row: 1,
          words,
          width,
          columns: true,
          expected: (packet) => expected(sentPacket(transmission, packet, symbols), guard),
        },
      };
    },
  });
}

/** A. */
export const PROAKIS_A = namedResponse("proakis-a");
/** B. */
export const PROAKIS_B = namedResponse("proakis-b");

/** `count` equal taps of energy 1, complex: no echo is weaker than the first arrival. */
export const equalTaps = (count: number): Float64Array =>
  Float64Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : Math.sqrt(1 / count)));

const CHANNELS = [
  { title: "3 taps", transmission: { modulation: "qpsk", taps: PROAKIS_B, snrDb: 20 } },
  { title: "11 taps", transmission: { modulation: "64qam", taps: PROAKIS_A, snrDb: 20 } },
  { title: "8 taps per packet", transmission: { modulation: "qpsk", taps: equalTaps(8), isRandom: true, snrDb: 20 } },
  {
    title: "3 turning taps",
    transmission: { modulation: "qpsk", taps: PROAKIS_B, turns: [0, 0.001, 0.002], snrDb: 20 },
  },
] as const satisfies { title: string; transmission: Transmission }[];

export const cases = CHANNELS.map(({ title, transmission }) =>
  batchCase({
    name: `adaptive/received ${PACKETS} × ${SYMBOLS}, ${title}`,
    // A label and a sample per symbol.
    bytes: PACKETS * SYMBOLS * 9,
    batch: { jobs: PACKETS, bytes: 8 * (SYMBOLS + 2 * guardOf(transmission)) },
    async prepare(device, _memory, packets) {
      const whole = await owning(device, async ({ memory, keep }) => {
        const { inputs, source, batch } = await createTransmission(device, memory, transmission, { packets, keep });
        const encoder = device.createCommandEncoder({ label: "labels and taps" });
        for (const stage of inputs) stage.encode(encoder);
        fill(device, encoder, [batch.labels, batch.taps]);
        return { ...source, output: source.received };
      });
      const expected = (packet: number) => sentPacket(transmission, packet).received;
      return { plan: whole, check: { output: whole.output, row: 1, width: 2, columns: true, expected } };
    },
  }),
);

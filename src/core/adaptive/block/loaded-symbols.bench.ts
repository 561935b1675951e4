import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { COLUMNS } from "../coding/soft-bits.bench.ts";
import { PACKETS } from "../transmission/labels.bench.ts";
import { carrierPoints, sendCarriers } from "./loaded.reference.ts";
import { createLoadedSymbols } from "./loaded-symbols.ts";
import { BLOCK_SYMBOLS } from "./transmission.bench.ts";

const LENGTH = 64;

/** The bits of a carrier: 0, 2, 4 and 6 in turn. */
export const bitsOfCarrier = (k: number): number => 2 * (k % 4);
/** The amplitude of a carrier. */
export const amplitudeOfCarrier = (k: number): number => 0.5 + (k % LENGTH) / LENGTH;

/** Creates the loads of the carriers of a block, the same in all packets. Each carrier of four has 12 bits before it per turn. */
export const carrierLoads = () => ({
  loads: Uint32Array.from({ length: 2 * LENGTH }, (_, i) => {
    const k = i >> 1;
    return i % 2 ? 12 * (k >> 2) + [0, 0, 2, 6][k % 4] : bitsOfCarrier(k);
  }),
  amplitudes: Float32Array.from({ length: LENGTH }, (_, k) => amplitudeOfCarrier(k)),
});

/** Returns the points of all loads, where the points of b bits start at entry 2^b. */
export function loadPoints(): Float32Array<ArrayBuffer> {
  const points = new Float32Array(256);
  for (const bits of [2, 4, 6]) points.set(Float32Array.from(carrierPoints(bits)), 2 * 2 ** bits);
  return points;
}

/** Creates labels of six bits, four per word, and a function that reads the labels of one packet. */
export const loadedLabels = (seed: number) => {
  const values = Uint32Array.from(noise(seed, (BLOCK_SYMBOLS / 4) * COLUMNS), (value) => (value + 1) * 2 ** 31);
  const words = values.map((word) => word & 0x3f3f3f3f);
  return {
    words,
    of: (packet: number, packets: number) =>
      Array.from({ length: BLOCK_SYMBOLS }, (_, k) => {
        const place = (k >> 2) * packets + packet;
        return (words[place % words.length] >>> (8 * (k % 4))) & 0xff;
      }),
  };
};

/** A label in, a symbol out. */
export const cases = [
  batchCase({
    name: `adaptive/loaded-symbols ${PACKETS} × ${BLOCK_SYMBOLS}, ${LENGTH} carriers`,
    bytes: PACKETS * BLOCK_SYMBOLS * (1 + 8),
    batch: { jobs: PACKETS, group: COLUMNS, bytes: 8 * BLOCK_SYMBOLS },
    async prepare(device, memory, packets) {
      const labels = loadedLabels(5);
      const { loads, amplitudes } = carrierLoads();
      const plan = await createLoadedSymbols(device, {
        packets,
        symbols: BLOCK_SYMBOLS,
        guard: 0,
        gain: 1,
        length: LENGTH,
        hasOwnTaps: false,
        points: loadPoints(),
        labels: tiled(device, memory, "labels", labels.words, packets / COLUMNS),
        loads: memory.constant("loads", loads),
        amplitudes: memory.constant("amplitudes", amplitudes),
      });
      const expected = (packet: number) => sendCarriers(labels.of(packet, packets), bitsOfCarrier, amplitudeOfCarrier);
      return { plan, check: { output: plan.symbols, row: 2 * BLOCK_SYMBOLS, width: 2, expected } };
    },
  }),
];

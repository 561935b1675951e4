import { createErrorPositions, type ErrorPositions } from "../../detection/error-positions.ts";
import { KNOWN_WORDS, PACKET_WORDS, PREAMBLE_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

/** Errors along the packet, over all packets found. */
export interface ErrorPositionsFigure {
  /** The bins, bits [from, to) of the packet: the preamble, the marker, and equal parts of the data. */
  bins: { from: number; to: number }[];
  /** Counted packets. */
  packets: number;
  /** Errors in each bin. */
  counts: { equalizer: EqualizerName; errors: number[] }[];
}

const PREAMBLE_WORDS = PREAMBLE_BITS / 32;
/** Words of data per bin: 48 bins of 128 bits. */
const BIN_WORDS = 4;

/** First word of each bin, and the packet's end. */
const EDGES = [0, PREAMBLE_WORDS];
for (let word = KNOWN_WORDS; word <= PACKET_WORDS; word += BIN_WORDS) EDGES.push(word);
const BINS = EDGES.slice(1).map((to, i) => ({ first: EDGES[i], end: to }));

export async function createErrorPositionsFigure(
  device: GPUDevice,
  { receiver, bits }: Link,
): Promise<FigurePart<ErrorPositionsFigure>> {
  const { branches, slots, packets } = receiver;
  const plans: ErrorPositions[] = [];
  for (const { decisions } of branches) {
    plans.push(await createErrorPositions(device, { slots, packets, bits, decisions }));
  }
  return {
    stages: plans,
    sources: plans.map(({ errors }) => words(errors, PACKET_WORDS)),
    draw: ({ found }, results) => ({
      bins: BINS.map(({ first, end }) => ({ from: 32 * first, to: 32 * end })),
      packets: found.length,
      counts: branches.map(({ equalizer }, e) => {
        const errors = new Uint32Array(results[e]);
        return {
          equalizer,
          errors: BINS.map(({ first, end }) => errors.subarray(first, end).reduce((sum, count) => sum + count, 0)),
        };
      }),
    }),
    destroy() {
      for (const plan of plans) plan.destroy();
    },
  };
}

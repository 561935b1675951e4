import { constellation } from "../../constellation/constellation.ts";

/** Points of linear modulations by label, with unit mean energy, and how their carrier is found. */
export interface LinearKind {
  points: Float64Array;
  /** The power that removes the symbols: xᴹ has a line at M times the carrier. */
  power: 2 | 4 | 8;
  /** The phase of that line over M times the carrier's phase. */
  linePhase: number;
  /** Cycles per symbol that the points turn. */
  turn: number;
}

/** Returns 2^bits points on the circle with Gray codes of the angle, by label. */
function circle(bits: number, first: number): Float64Array {
  const points = new Float64Array(2 * 2 ** bits);
  for (let k = 0; k < 2 ** bits; k++) {
    const angle = first + (2 * Math.PI * k) / 2 ** bits;
    points.set([Math.cos(angle), Math.sin(angle)], 2 * (k ^ (k >> 1)));
  }
  return points;
}

const QPSK = { points: circle(2, Math.PI / 4), power: 4, linePhase: Math.PI, turn: 0 } as const;

/** pi/4-DQPSK is QPSK that turns by 45 degrees per symbol. */
export const LINEAR_KINDS = {
  BPSK: { points: circle(1, 0), power: 2, linePhase: 0, turn: 0 },
  QPSK,
  "pi/4-DQPSK": { ...QPSK, turn: 1 / 8 },
  "8-PSK": { points: circle(3, 0), power: 8, linePhase: 0, turn: 0 },
  "16-QAM": { points: constellation(4, "802.11"), power: 4, linePhase: Math.PI, turn: 0 },
} as const satisfies Record<string, LinearKind>;

export type LinearClass = keyof typeof LINEAR_KINDS;

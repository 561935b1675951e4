import type { CarrierReader } from "./carriers.ts";
import type { FoundCell } from "./cell.ts";
import { PORT_COUNTS, type PortCount } from "./broadcast-code.ts";
import {
  BROADCAST_CARRIERS,
  carrierNumber,
  LTE_RATE,
  referenceShift,
  referenceSignal,
  SLOT,
  symbolStart,
} from "./signals.ts";

/** Symbols of the broadcast channel, in the second slot of a frame. */
const BROADCAST_SYMBOLS = [0, 1, 2, 3];
/** Width of the average of reference values over carriers: it passes delays up to about 2 µs. */
const SMOOTHING = 4;
/** The average's weights by distance in carriers. */
const WEIGHTS = Float64Array.from({ length: BROADCAST_CARRIERS + 1 }, (_, k) => Math.exp(-0.5 * (k / SMOOTHING) ** 2));
/** Share of the first slot in the channel of ports 0 and 1; the second slot, which holds the broadcast channel, counts as 1. */
const BEFORE_SHARE = 0.5;

/** Assumed mean square of the carrier's phase between two slots, rad²: about 95 Hz. */
const TURN_VARIANCE = 0.09;

/** What one radio frame's first subframe tells. */
export interface BroadcastPart {
  /** Soft bits for each number of ports, positive for 0, scrambled; mean square 1. */
  soft: Record<PortCount, Float64Array>;
  /** Of the first subframe. */
  slots: SlotComparison;
}

/** What the reference values of port 0 in the two slots of a subframe tell. */
export interface SlotComparison {
  /** The carrier's phase from the first slot to the second one, the likeliest one for a small offset; rad. */
  turn: number;
  /** The likeliest difference of the carrier from what was assumed, Hz. */
  offsetHz: number;
  /** Power per carrier over the noise; null if the slots do not tell, as where the recording begins between them. */
  snr: number | null;
}

interface Place {
  /** First sample of the frame. */
  frame: number;
  /** Assumed carrier offset. */
  offsetHz: number;
}

/** Symbols of a slot in which a port has reference values. */
const referenceSymbols = (port: number, extended: boolean) => (port < 2 ? [0, extended ? 3 : 4] : [1]);

/** Creates the receiver of a cell's broadcast channel. */
export function createBroadcastReceiver(
  reader: CarrierReader,
  { cell, extended }: Pick<FoundCell, "cell" | "extended">,
) {
  const references = new Map<number, Float64Array>();
  const referenceOf = (slot: number, symbol: number) => {
    const key = 8 * slot + symbol;
    const known = references.get(key) ?? referenceSignal(cell, slot, symbol, extended);
    references.set(key, known);
    return known;
  };
  const elements = broadcastElements(cell, extended);

  const carriersAt = (samples: Float32Array, { frame, offsetHz }: Place, slot: number, symbol: number) => {
    const start = frame + slot * SLOT + symbolStart(symbol, extended);
    return reader.read(samples, { start, origin: frame, offsetHz, count: BROADCAST_CARRIERS });
  };
  /** The channel at a port's 12 reference carriers, complex. */
  const estimates = (
    samples: Float32Array,
    place: Place,
    { port, slot, symbol }: Record<"port" | "slot" | "symbol", number>,
  ) => {
    const [carriers, reference] = [carriersAt(samples, place, slot, symbol), referenceOf(slot, symbol)];
    const shift = referenceShift(cell, port, slot, symbol);
    const values = new Float64Array(reference.length);
    for (let m = 0; m < values.length; m += 2) {
      const at = 2 * (3 * m + shift);
      values[m] = carriers[at] * reference[m] + carriers[at + 1] * reference[m + 1];
      values[m + 1] = carriers[at + 1] * reference[m] - carriers[at] * reference[m + 1];
    }
    return { values, shift };
  };
  const compare = (samples: Float32Array, place: Place, subframe: number) =>
    compareSlots(
      referenceSymbols(0, extended).map((symbol) =>
        [0, 1].map((slot) => estimates(samples, place, { port: 0, slot: 2 * subframe + slot, symbol }).values),
      ),
    );

  return {
    compare,
    /** Reads the broadcast channel of a frame. */
    read(samples: Float32Array, place: Place): BroadcastPart {
      const slots = compare(samples, place, 0);
      const channelOf = (port: number) => {
        const parts = [0, 1].flatMap((slot) =>
          referenceSymbols(port, extended).map((symbol) => ({
            ...estimates(samples, place, { port, slot, symbol }),
            // The first slot is turned to the second one's phase.
            angle: slot === 0 ? slots.turn : 0,
            weight: slot === 0 && port < 2 ? BEFORE_SHARE : 1,
          })),
        );
        return smoothed(parts);
      };
      const channels = [0, 1, 2, 3].map(channelOf);
      const received = BROADCAST_SYMBOLS.map((symbol) => carriersAt(samples, place, 1, symbol));
      const soft = Object.fromEntries(
        PORT_COUNTS.map((ports) => [ports, softBits(elements, received, channels, ports)]),
      ) as Record<PortCount, Float64Array>;
      return { soft, slots };
    },
  };
}

export type BroadcastReceiver = ReturnType<typeof createBroadcastReceiver>;

/** The elements of the broadcast channel in order: symbol · 72 + carrier. Elements of four ports' reference values are left out. */
function broadcastElements(cell: number, extended: boolean): Uint16Array {
  const withReferences = extended ? [0, 1, 3] : [0, 1];
  const elements = BROADCAST_SYMBOLS.flatMap((symbol) =>
    Array.from({ length: BROADCAST_CARRIERS }, (_, carrier) => carrier)
      .filter((carrier) => !withReferences.includes(symbol) || carrier % 3 !== cell % 3)
      .map((carrier) => symbol * BROADCAST_CARRIERS + carrier),
  );
  return Uint16Array.from(elements);
}

/** Compares the channel of two slots, pairs of complex lists. */
function compareSlots(pairs: readonly (readonly Float64Array[])[]): SlotComparison {
  let [re, im, before, after, values] = [0, 0, 0, 0, 0];
  for (const [first, second] of pairs) {
    for (let i = 0; i < first.length; i += 2, values++) {
      re += second[i] * first[i] + second[i + 1] * first[i + 1];
      im += second[i + 1] * first[i] - second[i] * first[i + 1];
      before += first[i] ** 2 + first[i + 1] ** 2;
      after += second[i] ** 2 + second[i + 1] ** 2;
    }
  }
  // Powers this different are no channel: the recording begins between the slots, or has a gap.
  if (!(before > 0.1 * after && after > 0.1 * before)) return { turn: 0, offsetHz: 0, snr: null };
  const common = Math.hypot(re, im);
  const snr = common / Math.max(1e-9 * common, (before + after) / 2 - common);
  const variance = (1 + 1 / (2 * snr)) / (values * snr);
  const turn = (Math.atan2(im, re) * TURN_VARIANCE) / (TURN_VARIANCE + variance);
  return { turn, offsetHz: (turn * LTE_RATE) / (2 * Math.PI * SLOT), snr };
}

/** The channel at all carriers from values at some: a Gaussian average. Complex [72]. */
function smoothed(
  parts: readonly { values: Float64Array; shift: number; angle: number; weight: number }[],
): Float64Array {
  const channel = new Float64Array(2 * BROADCAST_CARRIERS);
  const sums = new Float64Array(BROADCAST_CARRIERS);
  for (const { values, shift, angle, weight } of parts) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let m = 0; m < values.length / 2; m++) {
      const [re, im] = [values[2 * m] * cos - values[2 * m + 1] * sin, values[2 * m] * sin + values[2 * m + 1] * cos];
      const at = carrierNumber(6 * m + shift, BROADCAST_CARRIERS);
      for (let i = 0; i < BROADCAST_CARRIERS; i++) {
        const w = weight * WEIGHTS[Math.abs(carrierNumber(i, BROADCAST_CARRIERS) - at)];
        channel[2 * i] += w * re;
        channel[2 * i + 1] += w * im;
        sums[i] += w;
      }
    }
  }
  for (let i = 0; i < BROADCAST_CARRIERS; i++) {
    channel[2 * i] /= sums[i];
    channel[2 * i + 1] /= sums[i];
  }
  return channel;
}

/**
 * Combines the ports and returns the soft bits of QPSK, I and Q by turns. Two ports send Alamouti's code over pairs of elements, four ports
 * send it by turns from ports 0, 2 and 1, 3. Source: 3GPP TS 36.211, 6.3.4.3.
 */
function softBits(
  elements: Uint16Array,
  received: readonly Float64Array[],
  channels: readonly Float64Array[],
  ports: PortCount,
): Float64Array {
  const soft = new Float64Array(2 * elements.length);
  const at = (values: Float64Array, carrier: number) => [values[2 * carrier], values[2 * carrier + 1]] as const;
  for (let e = 0; e < elements.length; e += 2) {
    const [first, second] = [elements[e], elements[e + 1]];
    const [y0, y1] = [first, second].map((element) =>
      at(received[Math.floor(element / BROADCAST_CARRIERS)], element % BROADCAST_CARRIERS),
    );
    const [k0, k1] = [first % BROADCAST_CARRIERS, second % BROADCAST_CARRIERS];
    if (ports === 1) {
      const [g0, g1] = [at(channels[0], k0), at(channels[0], k1)];
      soft[2 * e] = y0[0] * g0[0] + y0[1] * g0[1];
      soft[2 * e + 1] = y0[1] * g0[0] - y0[0] * g0[1];
      soft[2 * e + 2] = y1[0] * g1[0] + y1[1] * g1[1];
      soft[2 * e + 3] = y1[1] * g1[0] - y1[0] * g1[1];
      continue;
    }
    const [p, q] = ports === 2 ? [0, 1] : e % 4 === 0 ? [0, 2] : [1, 3];
    const [g, h] = [channels[p], channels[q]].map((channel) => {
      const [a, b] = [at(channel, k0), at(channel, k1)];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
    });
    // x0 = g*·y0 + h·y1*, x1 = g*·y1 − h·y0*.
    soft[2 * e] = g[0] * y0[0] + g[1] * y0[1] + h[0] * y1[0] + h[1] * y1[1];
    soft[2 * e + 1] = g[0] * y0[1] - g[1] * y0[0] + h[1] * y1[0] - h[0] * y1[1];
    soft[2 * e + 2] = g[0] * y1[0] + g[1] * y1[1] - h[0] * y0[0] - h[1] * y0[1];
    soft[2 * e + 3] = g[0] * y1[1] - g[1] * y1[0] - h[1] * y0[0] + h[0] * y0[1];
  }
  let power = 0;
  for (const value of soft) power += value * value;
  const scale = power > 0 ? Math.sqrt(soft.length / power) : 0;
  for (let i = 0; i < soft.length; i++) soft[i] *= scale;
  return soft;
}

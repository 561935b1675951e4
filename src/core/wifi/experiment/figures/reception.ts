import { type FrameLine, frameLines, NOTHING_FOLLOWS } from "../../frame-table.ts";
import { KEPT_BYTES, keptSymbols } from "../../equalization/equalizer.ts";
import { descrambled, SERVICE_BITS, TAIL_BITS } from "../../frame/data-field.ts";
import { fcsHolds } from "../../frame/fcs.ts";
import { RATES } from "../../frame/rates.ts";
import { FFT_LENGTH } from "../../frame/symbol.ts";

/** One frame's results of the receiver's stages. */
export interface Reception {
  /**
   * Its line of the table of frames; `start` counts from the first sample of the stretch. Its check
   * is of these decided bits, because several estimators share a table.
   */
  line: FrameLine;
  /** Estimate of H from the long training, complex [64] by bin. */
  training: Float32Array;
  /** Equalized points, complex [symbol][48], and the H behind them, complex [symbol][64] by bin. */
  points: Float32Array;
  channels: Float32Array;
  /** Common phase of each symbol's pilots, rad, and its slope over the carriers, rad per carrier: [symbol]. */
  phase: Float32Array;
  slope: Float32Array;
  /** log p(1)/p(0) of A B per step, 0 where a bit was not sent: [symbols · data bits][2]. */
  llr: Float32Array;
  /** Decided bits of SERVICE, PSDU and tail, still scrambled. */
  bits: Uint8Array;
}

/** The buffers of a receiver with one estimator: see the stages that write them. */
interface ReceiverBuffers {
  frames: GPUBuffer;
  channel: GPUBuffer;
  kept: GPUBuffer;
  llr: GPUBuffer;
  decisions: GPUBuffer;
}

const CHANNEL_BYTES = 8 * FFT_LENGTH;

/** Returns one frame's part of the buffers as the GPU wrote them. */
export function receptionOf(bytes: Readonly<Record<keyof ReceiverBuffers, ArrayBuffer>>, frame: number): Reception {
  const shared = frameLines(bytes.frames, frame + 1)[frame];
  const { symbols, firstSymbol, firstWord, rate, length } = shared;
  const kept = keptSymbols(bytes.kept.slice(firstSymbol * KEPT_BYTES, (firstSymbol + symbols) * KEPT_BYTES));
  const steps = symbols * rate.dataBits;
  const words = new Uint32Array(bytes.decisions, 4 * firstWord);
  const information = symbols > 0 ? SERVICE_BITS + 8 * length : 0;
  const bits = new Uint8Array(symbols > 0 ? information + TAIL_BITS : 0);
  for (let t = 0; t < information; t++) bits[t] = (words[t >> 5] >>> (t & 31)) & 1;
  const { psdu, state } = descrambled(bits, symbols > 0 ? length : 0);
  const all = (of: "points" | "channel", length: number) => {
    const joined = new Float32Array(symbols * length);
    for (const [s, symbol] of kept.entries()) joined.set(symbol[of], s * length);
    return joined;
  };
  return {
    line: { ...shared, scrambler: state, intact: fcsHolds(psdu) },
    training: new Float32Array(bytes.channel.slice(frame * CHANNEL_BYTES, (frame + 1) * CHANNEL_BYTES)),
    points: all("points", 96),
    channels: all("channel", 2 * FFT_LENGTH),
    phase: Float32Array.from(kept, ({ phase }) => phase),
    slope: Float32Array.from(kept, ({ slope }) => slope),
    llr: new Float32Array(bytes.llr, 8 * 32 * firstWord, 2 * steps),
    bits,
  };
}

/** The reception of a frame that is not found, at the sample where it is sent. */
export function missed(start: number): Reception {
  const none = { symbols: 0, firstSymbol: 0, firstWord: 0, firstWindow: 0, error: 0, scrambler: 0, intact: false };
  const neutral = { offset: 0, noise: 1, dcReal: 0, dcImaginary: 0, rate: RATES[0], length: 0 };
  return {
    line: { start, status: "no long training", ...neutral, ...none, ...NOTHING_FOLLOWS },
    training: new Float32Array(2 * FFT_LENGTH),
    points: new Float32Array(),
    channels: new Float32Array(),
    phase: new Float32Array(),
    slope: new Float32Array(),
    llr: new Float32Array(),
    bits: new Uint8Array(),
  };
}

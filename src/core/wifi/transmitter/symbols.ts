import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import symbolsKernel from "#shaders/wifi/transmitter/symbols.wgsl?raw";
import { puncturedOrder, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { constellation } from "../../constellation/constellation.ts";
import { interleaverOrder } from "../frame/interleaver.ts";
import type { Rate } from "../frame/rates.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH, PILOT_CARRIERS, PILOT_POLARITY, PILOTS } from "../frame/symbol.ts";

interface SymbolsConfig {
  rate: Rate;
  /** Symbols per frame. */
  symbols: number;
  /** Frames per page. */
  frames: number;
  /** Bits into the convolutional encoder, u32 [frame][⌈symbols · data bits/32⌉], LSB first. */
  bits: GPUBuffer;
  /** Memory for the output, which others may change before this runs. Default: its own. */
  output?: GPUBuffer;
  /** Place of a frame's first symbol in the pilots' polarity sequence: 0 for SIGNAL, 1 for data. */
  first: 0 | 1;
}

interface Symbols extends Plan {
  /**
   * Samples of a symbol without its guard interval, vec2f [frame][symbol][64]. Their forward transform without a factor has points
   * of unit mean energy.
   */
  readonly periods: GPUBuffer;
}

/**
 * Encodes and modulates a field of 802.11 frames: convolutional code, puncturing, interleaving, mapping, pilots and inverse
 * transform. Source: IEEE Std 802.11-2012, 18.3.5.6 to 18.3.5.10.
 *
 * @throws RangeError when `symbols` or `frames` is not a positive integer.
 */
export async function createTransmittedSymbols(device: GPUDevice, config: SymbolsConfig): Promise<Symbols> {
  const label = "wifi/transmitter/symbols";
  const { rate, bits, first } = config;
  const symbols = checkedCount(label, "symbols", config.symbols);
  const total = symbols * checkedCount(label, "frames", config.frames);
  const constants = { CARRIER_BITS: rate.bitsPerCarrier, DATA_BITS: rate.dataBits, SYMBOLS: symbols, FIRST: first };
  const memory = allocate(device);
  const periods = memory.storage("symbols", total * FFT_LENGTH * 8, config.output);
  const groups = gridOf(device, total);
  const stage = await createStage(device, {
    label,
    wgsl: [symbolsKernel, complex, phasor, words],
    constants,
    resources: {
      bits,
      order: memory.constant("order of coded bits", transmittedOrder(rate)),
      points: memory.constant("constellation", Float32Array.from(constellation(rate.bitsPerCarrier, "802.11"))),
      carriers: memory.constant("carriers by bin", CARRIERS),
      pilots: memory.constant("pilots", Float32Array.of(...PILOT_POLARITY, ...PILOTS)),
      periods,
      params: { symbols: total },
    },
    groups,
    memory,
  });
  return { ...stage, periods };
}

/** Returns the coded bit, 2 · step + 1 for B, that each place of the mapper's input carries. */
function transmittedOrder(rate: Rate): Uint32Array<ArrayBuffer> {
  const sent = puncturedOrder(2 * rate.dataBits, PUNCTURING[rate.codeRate]);
  return Uint32Array.from(interleaverOrder(rate), (place) => sent[place]);
}

/** What each bin carries: a data carrier's number, 48 to 51 for a pilot, 64 for nothing. */
const CARRIERS = new Uint32Array(FFT_LENGTH).fill(FFT_LENGTH);
for (const [i, carrier] of [...DATA_CARRIERS, ...PILOT_CARRIERS].entries()) CARRIERS[binOf(carrier)] = i;

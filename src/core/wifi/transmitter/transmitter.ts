import { owning } from "../../gpu/owning.ts";
import { crcCheck } from "../../codes/crc/crc.ts";
import { pack } from "../../gpu/rows.ts";
import type { Stage } from "../../gpu/timing.ts";
import { createRandomBits } from "../../random/bits.ts";
import { dataSymbols } from "../frame/data-field.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";
import { type Rate, SIGNAL_RATE } from "../frame/rates.ts";
import { signalBits } from "../frame/signal-field.ts";
import { createAssembly } from "./assembly.ts";
import { createScrambling } from "./scrambling.ts";
import { createTransmittedSymbols } from "./symbols.ts";

export interface TransmitterConfig {
  rate: Rate;
  /** Octets of a PSDU: 1 to 4095; at least 5 when the PSDUs are random. */
  octets: number;
  /** Frames per page. */
  frames: number;
  /** u32. */
  seed: number;
  /** Given PSDUs, u32 [frame][⌈octets/4⌉], octets little-endian. Default: random octets and their frame check sequence. */
  psdu?: GPUBuffer;
  /** The scrambler's initial state in all frames, 1 to 127. Default: random. */
  state?: number;
  /** Samples in which a symbol's window rises, even, 2 to 16. Default 2. */
  transition?: number;
  /** Memory for the symbols and for the samples, which others may change before this runs. Default: its own. */
  outputs?: { symbols: GPUBuffer; samples: GPUBuffer };
}

interface Transmitter {
  /** PSDUs, u32 [frame][⌈octets/4⌉], octets little-endian. */
  readonly psdu: GPUBuffer;
  /** The scrambler's initial states, u32 [frame]. */
  readonly states: GPUBuffer;
  /** Samples of the frames, vec2f [frame][length]. The mean power of a symbol is 52/64². */
  readonly samples: GPUBuffer;
  /** Samples per frame, with the slopes of its windows. */
  readonly length: number;
  /** Samples before the frame's first one. */
  readonly lead: number;
  /** Symbols of data per frame. */
  readonly symbols: number;
  readonly stages: readonly Stage[];
  /** Sets the number of the page's first frame in the endless sequence of frames, u32. Default 0. */
  setFirstFrame(firstFrame: number): void;
  destroy(): void;
}

/**
 * Makes 802.11 frames of one rate and length, from octets to samples. A frame of the same seed is the same in every page.
 *
 * @throws RangeError when a number is out of range.
 */
export async function createOfdmTransmitter(device: GPUDevice, config: TransmitterConfig): Promise<Transmitter> {
  const { rate, octets, frames, seed, state, transition, outputs } = config;
  return owning(device, async ({ keep, memory }) => {
    const source = config.psdu ? undefined : await keep(createRandomBits(device, randomPsdus(config)));
    const psdu = config.psdu ?? (source as { bits: GPUBuffer }).bits;
    const scrambling = await keep(createScrambling(device, { rate, octets, frames, psdu, state, seed }));
    const symbols = dataSymbols(octets, rate);
    const field = memory.constant("SIGNAL", pack([signalBits({ rate, length: octets })]));
    const signal = await keep(
      createTransmittedSymbols(device, { rate: SIGNAL_RATE, symbols: 1, frames: 1, bits: field, first: 0 }),
    );
    const data = await keep(
      createTransmittedSymbols(device, {
        rate,
        symbols,
        frames,
        bits: scrambling.bits,
        first: 1,
        output: outputs?.symbols,
      }),
    );
    const { periods } = data;
    const assembly = await keep(
      createAssembly(device, {
        symbols,
        frames,
        signal: signal.periods,
        periods,
        transition,
        output: outputs?.samples,
      }),
    );
    return {
      psdu,
      states: scrambling.states,
      samples: assembly.samples,
      length: assembly.length,
      lead: assembly.lead,
      symbols,
      stages: [source, scrambling, signal, data, assembly].filter((stage) => stage !== undefined),
      setFirstFrame(firstFrame) {
        source?.setFirstFrame(firstFrame);
        scrambling.setFirstFrame(firstFrame);
      },
    };
  });
}

function randomPsdus({ octets, frames, seed }: TransmitterConfig) {
  if (octets <= FCS_OCTETS) {
    throw new RangeError(
      `wifi/transmitter: a random PSDU needs at least ${FCS_OCTETS + 1} octets, one before its check, got ${octets}`,
    );
  }
  return { length: 8 * octets, frames, seed, check: crcCheck(8 * octets, "32") };
}

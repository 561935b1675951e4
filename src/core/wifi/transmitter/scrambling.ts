import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import words from "#shaders/lib/words.wgsl?raw";
import scramblingKernel from "#shaders/wifi/transmitter/scrambling.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedWord, pack, rowsOf, wordsOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { checkedLength, checkedState, dataSymbols } from "../frame/data-field.ts";
import type { Rate } from "../frame/rates.ts";
import { SCRAMBLER_PERIOD, scramblerSequence } from "../frame/scrambler.ts";

export interface ScramblingConfig {
  rate: Pick<Rate, "dataBits">;
  /** Octets of a PSDU, 1 to 4095. */
  octets: number;
  /** Frames per page. */
  frames: number;
  /** u32 [frame][⌈octets/4⌉], octets little-endian. */
  psdu: GPUBuffer;
  /** The scrambler's initial state in all frames, 1 to 127. Default: random states from the seed. */
  state?: number;
  /** u32. */
  seed: number;
}

export interface Scrambling extends Plan {
  /** Scrambled bits, u32 [frame][⌈symbols · data bits/32⌉], LSB first; unused bits are 0. */
  readonly bits: GPUBuffer;
  /** The scrambler's initial states, u32 [frame]. */
  readonly states: GPUBuffer;
  /** Sets the number of the page's first frame in the endless sequence of frames, u32. Default 0. */
  setFirstFrame(firstFrame: number): void;
}

const LONGEST_STATE = 127;

/**
 * Scrambles the data of 802.11 frames: SERVICE, PSDU, tail and pad. The same seed gives a frame the same random state in every
 * page. Source: IEEE Std 802.11-2012, 18.3.5.2 to 18.3.5.5.
 *
 * @throws RangeError when a number is out of range.
 */
export async function createScrambling(device: GPUDevice, config: ScramblingConfig): Promise<Scrambling> {
  const label = "wifi/transmitter/scrambling";
  const { psdu, rate } = config;
  const octets = checkedLength(`${label}: octets`, config.octets);
  const frames = checkedCount(label, "frames", config.frames);
  const seed = checkedWord(label, "seed", config.seed);
  const state = config.state === undefined ? 0 : checkedState(label, config.state);
  const size = dataSymbols(octets, rate) * rate.dataBits;
  const { groups, ...shape } = rowsOf(device, wordsOf(size), frames);
  const constants = { ...shape, OCTETS: octets, BITS: size };
  const memory = allocate(device);
  const bits = memory.storage("scrambled bits", frames * wordsOf(size) * 4);
  const states = memory.storage("scrambler states", frames * 4);
  const sequence = memory.constant("scrambler sequence", sequenceTable());
  const stage = await createStage(device, {
    label,
    wgsl: [scramblingKernel, random, phasor, words],
    constants,
    resources: { psdu, sequence, states, bits, params: { firstFrame: 0, frames, seed, state } },
    groups,
    memory,
  });
  return {
    ...stage,
    bits,
    states,
    setFirstFrame: (firstFrame) => stage.set({ firstFrame: checkedWord(label, "firstFrame", firstFrame) }),
  };
}

/** Returns the place of each state 0 to 127 in the sequence from state 127 on, then the sequence and 32 bits more. */
function sequenceTable(): Uint32Array<ArrayBuffer> {
  const sequence = scramblerSequence(LONGEST_STATE, SCRAMBLER_PERIOD + 32);
  const places = new Uint32Array(SCRAMBLER_PERIOD + 1);
  // The register shifts each bit in, so before bit k it holds the seven bits before it.
  let register = LONGEST_STATE;
  for (let k = 0; k < SCRAMBLER_PERIOD; k++) {
    places[register] = k;
    register = ((register << 1) | sequence[k]) & LONGEST_STATE;
  }
  return Uint32Array.of(...places, ...pack([sequence]), 0);
}

import { batchCase, tiled } from "../../gpu/bench.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { frameFields } from "../frame/frame.float64.ts";
import { octetsOfBits } from "../frame/octets.ts";
import { rateOf } from "../frame/rates.ts";
import { createScrambling } from "./scrambling.ts";

export const FRAMES = 2048;
export const OCTETS = 1458;
const STATE = 93;
const psdus = Array.from({ length: 4 }, (_, f) => frameBits(f, { length: 8 * OCTETS, seed: 1 }));
/** Different frames. A batch repeats them. */
export const frames = psdus.map((bits) => ({ rate: rateOf(54), psdu: octetsOfBits(bits), scramblerState: STATE }));
export const fields: ReturnType<typeof frameFields>[] = frames.map(frameFields);
const row = wordsOf(fields[0].data.bits.length);

export const cases = [
  batchCase({
    name: `wifi/transmitter/scrambling ${FRAMES} × ${OCTETS} octets`,
    bytes: FRAMES * 4 * (wordsOf(8 * OCTETS) + row),
    batch: { jobs: FRAMES, group: fields.length, bytes: 4 * row },
    async prepare(device, memory, count) {
      const psdu = tiled(device, memory, "PSDUs", pack(psdus), count / psdus.length);
      const size = { rate: rateOf(54), octets: OCTETS, frames: count };
      const plan = await createScrambling(device, { ...size, psdu, state: STATE, seed: 1 });
      const expected = (frame: number) => pack([fields[frame % fields.length].data.bits]);
      return { plan, check: { output: plan.bits, words: true, row, width: 1, expected } };
    },
  }),
];

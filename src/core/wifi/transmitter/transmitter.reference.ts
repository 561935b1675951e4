import { crcCheck } from "../../codes/crc/crc.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { philox } from "../../random/philox.ts";
import type { Frame } from "../frame/frame.float64.ts";
import { octetsOfBits } from "../frame/octets.ts";
import type { Rate } from "../frame/rates.ts";
import { SCRAMBLER_PERIOD } from "../frame/scrambler.ts";

/** Stream of random numbers of the scramblers' states. */
const STREAM = 64;

/** Returns frame `frame` of the endless sequence: random octets with their check sequence, and a random scrambler state. */
export function randomFrame(
  frame: number,
  { rate, octets, seed }: { rate: Rate; octets: number; seed: number },
): Frame {
  const length = 8 * octets;
  const psdu = octetsOfBits(frameBits(frame, { length, seed, check: crcCheck(length, "32") }));
  const [word] = philox([frame, 0, 0, 0], [seed, STREAM]);
  return { rate, psdu, scramblerState: 1 + (word % SCRAMBLER_PERIOD) };
}

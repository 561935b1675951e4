import { testRandom } from "../../gpu/testing.ts";
import type { Sent } from "../acquisition/testing.ts";
import { frameSamples } from "../frame/data-field.ts";
import { type Rate, RATES } from "../frame/rates.ts";
import { randomPsdu } from "../testing.ts";

/** Random frames one after the other, with gaps, frequency offsets and scrambler states. */
export interface Traffic {
  sent: Sent[];
  /** Samples up to the end of the last gap. */
  length: number;
}

/**
 * Returns random frames in random gaps.
 *
 * @param most Most octets of a PSDU, which ends with its check sequence.
 */
export function traffic(
  seed: number,
  count: number,
  most: number,
  { rates = RATES, gap = 400 }: { rates?: readonly Rate[]; gap?: number } = {},
): Traffic {
  const random = testRandom(seed);
  const any = (below: number) => Math.floor(below * random());
  let length = any(gap);
  const sent = Array.from({ length: count }, (_, f): Sent => {
    const [rate, octets] = [rates[f % rates.length], 4 + any(most - 3)];
    const at = length;
    length += frameSamples(octets, rate) + 60 + any(gap);
    const frame = { rate, psdu: randomPsdu(1000 * seed + f, octets), scramblerState: 1 + any(127) };
    return { frame, at, offset: 0.03 * random() - 0.015, gain: 0.3 + random() };
  });
  return { sent, length };
}

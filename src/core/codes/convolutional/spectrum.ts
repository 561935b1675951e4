import { coded } from "./encoder.float64.ts";
import { type PuncturedRate, PUNCTURING } from "./puncturing.ts";

const STATES = 64;

/**
 * Returns how many error events of the code 133, 171 (octal) have Hamming weight 0, 1, … up to `most`, summed over the steps
 * of a puncturing period at which an event may begin. An event leaves state 0 and ends with its first return to it.
 */
export function eventSpectrum(rate: PuncturedRate, most: number): number[] {
  const pattern: readonly number[] = PUNCTURING[rate];
  const period = pattern.length / 2;
  const spectrum = Array.from({ length: most + 1 }, () => 0);
  for (let phase = 0; phase < period; phase++) {
    // Paths by state and weight.
    let paths = new Map([[0, [1]]]);
    for (let step = 0; paths.size > 0; step++) {
      const next = new Map<number, number[]>();
      for (const [state, counts] of paths) {
        // The first bit of an event is a 1.
        for (const bit of step === 0 ? [1] : [0, 1]) {
          const to = ((state << 1) | bit) & (STATES - 1);
          const outputs = coded([bit, 0, 1, 2, 3, 4, 5].map((value, i) => (i === 0 ? bit : (state >> value) & 1)));
          const kept = (output: number) => pattern[(2 * (phase + step) + output) % pattern.length];
          const weight = outputs.reduce((sum, one, output) => sum + one * kept(output), 0);
          const into = to === 0 ? spectrum : (next.get(to) ?? []);
          let any = false;
          for (const [before, count] of counts.entries()) {
            if (!count || before + weight > most) continue;
            into[before + weight] = (into[before + weight] ?? 0) + count;
            any = true;
          }
          if (any && to !== 0) next.set(to, into);
        }
      }
      paths = next;
    }
  }
  return spectrum;
}

/** Steps of a puncturing period. */
export const puncturingPeriod = (rate: PuncturedRate): number => PUNCTURING[rate].length / 2;

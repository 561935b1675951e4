import type { GeneratorOptions } from "./generator/options.ts";

/** How the examples that the generator makes are made, by name. */
export const MADE_EXAMPLES = {
  "six-signals": {
    seed: 21,
    bursts: 6,
    classes: ["OFDM", "2-FSK", "QPSK", "chirp", "GMSK", "tone"],
    rate: 1e6,
    seconds: 0.15,
    snr: [15, 25],
  },
  "qpsk-burst": { seed: 4, bursts: 1, classes: ["QPSK"], rate: 1e6, seconds: 0.1, snr: [20, 20] },
  "fsk-burst": { seed: 9, bursts: 1, classes: ["2-FSK"], rate: 1e6, seconds: 0.1, snr: [20, 20] },
} satisfies Record<string, Partial<GeneratorOptions>>;
type MadeName = keyof typeof MADE_EXAMPLES;

/** A name with a number: "six-signals-7". */
const NUMBERED = /^([a-z-]+)-([1-9]\d{0,5})$/;

/** An example that the generator makes. */
export interface MadeExample {
  /** The example of {@link MADE_EXAMPLES}. */
  name: MadeName;
  /** Of an exercise: a recording of the same kind with other bursts. It is the generator's seed. */
  number?: number;
  options: Partial<GeneratorOptions>;
}

/** Returns the example of a name, or of a name with a number; undefined if the generator makes none of this name. */
export function madeExample(text: string): MadeExample | undefined {
  const isKnown = (name: string): name is MadeName => Object.hasOwn(MADE_EXAMPLES, name);
  if (isKnown(text)) return { name: text, options: MADE_EXAMPLES[text] };
  const [, name = "", digits] = NUMBERED.exec(text) ?? [];
  if (!isKnown(name)) return undefined;
  const number = Number(digits);
  return { name, number, options: { ...MADE_EXAMPLES[name], seed: number } };
}

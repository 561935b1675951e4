import type { Code } from "../code.ts";
import type { Generators } from "./code.ts";

/** A feed-forward convolutional code of rate 1/2, with as many zeros after the information bits as it has memory. */
export interface GeneratorCode extends Code {
  /** ν: past bits that a coded bit depends on. */
  memory: number;
  generators: Generators;
}

const [LEAST_MEMORY, MOST_MEMORY] = [2, 8];
const MOST_BITS = 32_776;

/** Returns the memory of a code: the past bits that a coded bit depends on. */
export const codeMemory = ([a, b]: Generators): number => 31 - Math.clz32(a | b);

/** Returns a generator as the kernels take it: bit i belongs to the bit i steps ago. */
export function delayMask(generator: number, memory: number): number {
  let delays = 0;
  for (let i = 0; i <= memory; i++) if ((generator >> i) & 1) delays |= 1 << (memory - i);
  return delays;
}

/**
 * Returns the generators of "5,7" in octal, whose most significant bit belongs to the newest bit.
 *
 * @throws RangeError when a generator is 0, or the memory is outside 2 to 8.
 */
export function generatorsOf(text: string, label: string): Generators {
  const [a, b] = text.split(",").map((octal) => Number.parseInt(octal, 8));
  if (a === 0 || b === 0) throw new RangeError(`${label}: generators must not be 0, got ${text}`);
  // Larger numbers do not fit the integers that count the bits.
  const memory = Math.floor(Math.log2(Math.max(a, b)));
  if (memory >= LEAST_MEMORY && memory <= MOST_MEMORY) return [a, b];
  throw new RangeError(
    `${label}: generators must have a memory of ${LEAST_MEMORY} to ${MOST_MEMORY}, got ${memory} in ${text}`,
  );
}

function codeOf(generators: Generators, information: number): GeneratorCode {
  const memory = codeMemory(generators);
  const [a, b] = generators.map((generator) => generator.toString(8));
  const name = `convolutional:${a},${b}:${information}`;
  return { name, information, length: 2 * (information + memory), tail: 2 * memory, memory, generators };
}

/** Examples of the codes, "convolutional:<A>,<B>:<K>". */
export const GENERATOR_CODES: readonly GeneratorCode[] = [codeOf([5, 7], 1022)];

/**
 * Returns the code of a name "convolutional:5,7:1022": generators in octal, and K. Undefined for a name of another form.
 *
 * @throws RangeError when a generator is 0, or the memory or K is out of range.
 */
export function parseGenerators(name: string, label: string): GeneratorCode | undefined {
  const [, text, digits] = /^convolutional:([0-7]+,[0-7]+):(\d+)$/.exec(name) ?? [];
  if (text === undefined) return undefined;
  const generators = generatorsOf(text, label);
  const information = Number(digits);
  if (information >= 1 && information <= MOST_BITS) return codeOf(generators, information);
  throw new RangeError(`${label}: ${name} is no code: K must be 1 to ${MOST_BITS}, got ${digits}`);
}

/** @throws RangeError when no code has this name. */
export function generatorCode(name: string): GeneratorCode {
  const label = "convolutional/generators";
  const code = parseGenerators(name, label);
  if (code) return code;
  throw new RangeError(`${label}: code must be "convolutional:<A>,<B>:<K>", got ${JSON.stringify(name)}`);
}

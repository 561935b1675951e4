import { LAYERS, type LdpcCode } from "./code.ts";

/** The codeword of K information bits (0 or 1): these bits, then the parity bits. */
export function encode({ layers, z }: LdpcCode, bits: ArrayLike<number>): number[] {
  const places = Array.from({ length: z }, (_, i) => i);
  const add = (a: number[], b: number[]) => a.map((bit, i) => bit ^ b[i]);
  const turned = (block: number[], shift: number) => places.map((i) => block[(i + shift) % z]);
  const blocks = Array.from({ length: LAYERS }, (_, c) => places.map((i) => bits[c * z + i]));
  const known = (r: number) =>
    layers[r]
      .filter(({ column }) => column < blocks.length)
      .map(({ column, shift }) => turned(blocks[column], shift))
      .reduce(add);
  // Every other parity block is in two layers, so it cancels in their sum.
  blocks.push(layers.map((_, r) => known(r)).reduce(add));
  for (let r = 0; r + 1 < LAYERS; r++) blocks.push(known(r));
  return blocks.flat();
}

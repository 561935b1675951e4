import { parityChecksOf, turnOf } from "./base-graphs.ts";
import { type LdpcCode, placesOf } from "./code.ts";

/** The bits (0 or 1) of all columns of H for K information bits. */
export function encodeBlocks(code: LdpcCode, bits: ArrayLike<number>): number[] {
  const { z, informationBlocks } = code;
  const { layers, core } = parityChecksOf(code);
  const places = Array.from({ length: z }, (_, i) => i);
  const add = (a: number[], b: number[]) => a.map((bit, i) => bit ^ b[i]);
  const turned = (block: number[], shift: number) => places.map((i) => block[(i + shift) % z]);
  const blocks = Array.from({ length: informationBlocks }, (_, c) => places.map((i) => bits[c * z + i] ?? 0));
  const known = (r: number) =>
    layers[r]
      .filter(({ column }) => column < blocks.length)
      .map(({ column, shift }) => turned(blocks[column], shift))
      .reduce(add);
  // In the sum of the core's layers, every parity block but the first cancels.
  const sum = layers
    .slice(0, core)
    .map((_, r) => known(r))
    .reduce(add);
  blocks.push(turned(sum, z - turnOf(code)));
  for (let r = 0; r + 1 < core; r++) blocks.push(known(r));
  for (let r = core; r < layers.length; r++) blocks.push(known(r));
  return blocks.flat();
}

/** The codeword of K information bits (0 or 1): the sent information bits, then the parity bits. */
export function encodeLdpc(code: LdpcCode, bits: ArrayLike<number>): number[] {
  const all = encodeBlocks(code, bits);
  const { sent } = placesOf(code);
  return Array.from({ length: code.length }, (_, bit) => all[sent(bit)]);
}

import { parityChecksOf } from "./base-graphs.ts";
import type { LdpcCode } from "./code.ts";

/** Bits of each check of H, layer by layer, by their places in the information blocks and parity blocks. */
export function checksOf(code: LdpcCode): number[][] {
  const { z } = code;
  return parityChecksOf(code).layers.flatMap((blocks) =>
    Array.from({ length: z }, (_, i) => blocks.map(({ column, shift }) => column * z + ((i + shift) % z))),
  );
}

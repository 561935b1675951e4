import { both, complex, fixed, items, imported, type Mapping } from "../mapping.ts";

/** Items that are no vectors. */
const SINGLE = fixed("vlen", "1");

export const ARITHMETIC: readonly Mapping[] = [
  both("blocks_multiply_const_vxx", "multiply-constant", items(), complex("constant", "imaginary", "const"), SINGLE),
  imported("blocks_multiply_const_xx", "multiply-constant", items(), complex("constant", "imaginary", "const"), SINGLE),
];

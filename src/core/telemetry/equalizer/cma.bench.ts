import { cmaCase } from "./cma-direct.bench.ts";
import { createCma } from "./cma.ts";
import { PASSES } from "./descent.ts";

/** The passes of a batch, with their row of the chain (Table 4.5), and one alone, which computes the spectra of the samples itself. */
export const cases = [cmaCase("equalizer/cma", createCma, PASSES, 1070), cmaCase("equalizer/cma", createCma, 1, 88.8)];

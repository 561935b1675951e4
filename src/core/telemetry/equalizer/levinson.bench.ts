import { solverCase } from "./schur.bench.ts";

export const cases = [solverCase("levinson")];

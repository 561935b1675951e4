import { fftFirCases } from "./direct.bench.ts";

export const cases = fftFirCases("overlap-add");

import { overlapSaveFir } from "./overlap-save.reference.ts";
import { createOverlapSaveFir } from "./overlap-save.ts";
import { describeTransformFir } from "./testing.ts";

describeTransformFir("fir/overlap-save", createOverlapSaveFir, overlapSaveFir);

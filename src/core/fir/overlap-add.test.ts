import { overlapAddFir } from "./overlap-add.reference.ts";
import { createOverlapAddFir } from "./overlap-add.ts";
import { describeTransformFir } from "./testing.ts";

describeTransformFir("fir/overlap-add", createOverlapAddFir, overlapAddFir);

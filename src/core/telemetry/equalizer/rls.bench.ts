import { loopGains } from "../detection/loop.ts";
import { adaptationCase } from "./lms.bench.ts";
import { recursiveLeastSquares } from "./rls.reference.ts";
import { createRls, RLS_START as start } from "./rls.ts";

const [forgetting, loop] = [0.999, loopGains()];

export const cases = [
  adaptationCase(
    "equalizer/rls",
    (device, inputs) => createRls(device, { ...inputs, forgetting }),
    (x) => recursiveLeastSquares(x, { forgetting, start, loop }).bits,
  ),
];

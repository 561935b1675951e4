import type { LoopGains } from "../detection/loop.ts";
import { followDecisions } from "./adaptation.reference.ts";

/** Decision-directed LMS: w += μ·ε·u. */
export const leastMeanSquares = (x: Float64Array, { step, loop }: { step: number; loop: LoopGains }) =>
  followDecisions(x, loop, (u, error) => u.map((value) => step * error * value));

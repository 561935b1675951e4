import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { regrouped } from "./regrouping.plan.ts";

// The numbers stay as they are; only their count per item changes.
const SAME = { up: 1, down: 1 };

export const createPairsToComplex = (): PlanBlock => regrouped({ consumes: 2, produces: 1, bytes: 8 }, SAME);

export const createComplexToPairs = (): PlanBlock => regrouped({ consumes: 1, produces: 2, bytes: 4 }, SAME);

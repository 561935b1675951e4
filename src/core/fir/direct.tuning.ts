import { createDirectFir } from "./direct.ts";
import { firWork } from "./fir.tuning.ts";

export const directFirWork = firWork(createDirectFir, 128, ["real", "complex"]);

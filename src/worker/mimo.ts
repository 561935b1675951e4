// What the MIMO lab asks of the core, fetched when it first does.
export { MOST_PAGE } from "#core/experiments/mimo/chain.ts";
export { look } from "#core/experiments/mimo/look.ts";
export { newModulations, timeModulations } from "#core/experiments/mimo/modulations.ts";
export { newMimoSweep, runMimoSweep } from "#core/experiments/mimo/sweep.ts";
export { traverse } from "#core/experiments/mimo/vector.ts";

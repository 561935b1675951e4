// What the MIMO lab asks of the core, fetched when it first does.
export { MOST_PAGE } from "#core/mimo/experiment/chain.ts";
export { look } from "#core/mimo/experiment/look.ts";
export { newModulations, timeModulations } from "#core/mimo/experiment/modulations.ts";
export { newMimoSweep, runMimoSweep } from "#core/mimo/experiment/sweep.ts";
export { traverse } from "#core/mimo/experiment/vector.ts";

import { NEXT_STATE } from "./trellis.ts";

/** [state] → the input bit that makes the feedback 0: the systematic bit of a tail step. */
export const TAIL_BIT: readonly number[] = NEXT_STATE.map((next, state) => next.indexOf(state >> 1));

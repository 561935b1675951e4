import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { SchmittTrigger } from "./schmitt-trigger.ts";

export function schmittTriggerFloat64({ low, high, initial }: SchmittTrigger): Float64Block {
  let state = Number(initial);
  return ({ in: x }) => ({
    out: x.map((value) => {
      if (value > high) state = 1;
      else if (value < low) state = 0;
      return state;
    }),
  });
}

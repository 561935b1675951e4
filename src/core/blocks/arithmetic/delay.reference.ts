import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { Delay } from "./delay.ts";

export function delayFloat64({ type, items, vector }: Delay): Float64Block {
  let history = new Float64Array(items * vector * (type === "complex" ? 2 : 1));
  return ({ in: x }) => {
    const joined = new Float64Array(history.length + x.length);
    joined.set(history);
    joined.set(x, history.length);
    history = joined.slice(x.length);
    return { out: joined.slice(0, x.length) };
  };
}

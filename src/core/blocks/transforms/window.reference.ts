import { windowValues } from "../../filter-design/windows.ts";
import type { Float64Block } from "../../flow/build/block-factory.ts";
import type { WindowParameters } from "./window.ts";

export function windowFloat64({ type, window, length }: WindowParameters): Float64Block {
  const values = windowValues(window, length, true);
  const parts = type === "complex" ? 2 : 1;
  return ({ in: x }) => ({ out: x.map((value, i) => value * values[Math.floor(i / parts) % length]) });
}

import type { Float64Block } from "../../flow/build/block-factory.ts";
import { listNumbers } from "./list-items.ts";
import type { ListSource } from "./list-source.ts";

export function listSourceFloat64(parameters: ListSource): Float64Block {
  const { type, vector, repeats } = parameters;
  const numbers = Float64Array.from(listNumbers(parameters));
  const itemNumbers = vector * (type === "complex" ? 2 : 1);
  let next = 0;
  return (_, firings) => ({
    out: Float64Array.from({ length: firings * itemNumbers }, () => {
      const n = next++;
      return repeats === "yes" ? numbers[n % numbers.length] : (numbers[n] ?? 0);
    }),
  });
}

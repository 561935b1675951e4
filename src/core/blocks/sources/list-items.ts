import { isPair, pairsOf } from "../list-field.ts";
import type { ListSource } from "./list-source.ts";

/** Returns the numbers of the list; complex items as pairs. @throws RangeError for items that do not fit the type. */
export function listNumbers({ type, items, vector }: ListSource): number[] {
  if (items.length % vector) {
    throw new RangeError(
      `The list must hold whole vectors of ${vector} elements, got ${items.length}. Change the list.`,
    );
  }
  if (type === "complex") return pairsOf(items);
  const wrong = items.find((item) => {
    if (isPair(item)) return true;
    if (type === "bits") return item !== 0 && item !== 1;
    return type === "integer" && item !== (item | 0);
  });
  if (wrong === undefined) return items.map(Number);
  const wanted = { real: "numbers", integer: "32-bit integers", bits: "0 or 1" }[type];
  throw new RangeError(
    `Items of this type must be ${wanted}, got ${JSON.stringify(wrong)}. Change the list or the type.`,
  );
}

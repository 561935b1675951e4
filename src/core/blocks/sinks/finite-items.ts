import { PORTS, type PortType } from "../../flow/graph/port.ts";

/** Returns items of float32 in which each one that holds a NaN or an infinity is NaN, and the number of these. */
export function finiteItems(type: PortType, values: Float32Array<ArrayBuffer>) {
  const width = PORTS[type].bytes / 4;
  let others = 0;
  for (let i = 0; i < values.length; i += width) {
    const item = values.subarray(i, i + width);
    if (item.every(Number.isFinite)) continue;
    item.fill(Number.NaN);
    others++;
  }
  return { values, others };
}

/**
 * Returns the note of a report on items that are no finite numbers; nothing if there are none.
 *
 * @param consequence What they are, for example "not drawn".
 */
export function othersNote(others: number, consequence: string): { note?: string } {
  if (others === 0) return {};
  const found = others === 1 ? "1 sample is no finite number" : `${others} samples are no finite numbers`;
  return { note: `${found}, and ${others === 1 ? "is" : "are"} ${consequence}.` };
}

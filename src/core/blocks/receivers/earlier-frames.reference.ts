import { frameSamples } from "../../wifi/frame/data-field.ts";
import type { FrameLine } from "../../wifi/frame-table.ts";

/** Returns the lines without room for frames that ended before the page began. */
export const withoutEarlier = (lines: readonly FrameLine[], begin: number): FrameLine[] =>
  lines.map((line) => {
    const end = line.start + frameSamples(line.length, line.rate);
    return line.status === "received" && end <= begin ? { ...line, status: "no room", symbols: 0 } : line;
  });

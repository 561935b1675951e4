import { expect, it } from "vitest";
import { inLines } from "./title-lines.ts";

it("breaks the title of an axis before its unit, or near its middle, if it is longer than the axis", () => {
  const title = "Decoder 1 to decoder 2 (bits per bit)";
  expect(inLines(title, 400, 12)).toBe(title);
  expect(inLines(title, 180, 12)).toBe("Decoder 1 to decoder 2<br>(bits per bit)");
  expect(inLines(title, 120, 12)).toBe("Decoder 1 to decoder<br>2 (bits per bit)");
  expect(inLines("Delay (samples)", 65, 12)).toBe("Delay<br>(samples)");
  expect(inLines("Magnitude", 10, 12)).toBe("Magnitude");
});

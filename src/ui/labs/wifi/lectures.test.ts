import { describe, expect, it } from "vitest";
import { LECTURES } from "./lectures.ts";
import { decodeWifi } from "./link.ts";

const FIGURES = ["frame", "acquisition", "response", "pilots", "points", "error-symbol", "llrs", "bit", "survivors"];
const cases = LECTURES.map(({ id, steps }) => [id, steps] as const);

describe("Wi-Fi lectures", () => {
  it("have unique names", () => expect(new Set(cases.map(([id]) => id)).size).toBe(LECTURES.length));

  it.each(cases)("%s: every scenario is valid, and shows a figure", (_, steps) => {
    for (const { scenario } of steps) expect(decodeWifi(`#wifi?v=1&${scenario}`).config.lab).toBe("wifi");
    expect(FIGURES).toEqual(expect.arrayContaining(steps.map(({ focus }) => focus)));
  });
});

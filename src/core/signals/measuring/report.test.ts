import { describe, expect, it } from "vitest";
import type { Detection } from "../detection.ts";
import { annotated } from "./report.ts";

describe("signals/measuring/report", () => {
  it("writes places with the file's own indices", () => {
    const detection = { start: 5, stop: 25, centreHz: 1000, absoluteHz: null, bandwidthHz: 200, class: "tone" };
    const global = { "core:offset": 100 };
    const text = { global, captures: [{ "core:sample_start": 100 }], annotations: [{ "core:sample_start": 103 }] };
    expect(annotated(text, [detection as Detection])).toMatchObject({
      global,
      annotations: [{}, { "core:sample_start": 105, "core:sample_count": 20, "core:freq_lower_edge": 900 }],
    });
  });
});

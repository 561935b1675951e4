import { describe, expect, it } from "vitest";
import { automaticPage, busiestHz } from "./automatic-page.ts";

const graph = (types: readonly string[], more: { isSlid?: boolean; isDisabled?: boolean } = {}) => ({
  variables: more.isSlid ? [{ name: "v", value: 1, slider: { min: 0, max: 2, step: 0.1 } }] : [{ name: "v", value: 1 }],
  blocks: types.map((type) => ({
    id: type,
    type,
    parameters: {},
    position: [0, 0] as const,
    isDisabled: more.isDisabled,
  })),
});

describe("graphs/automatic-page", () => {
  it.each([
    // 0.1 s of 48 kS/s are 4800 items, and 4096 is the largest power of two below.
    ["sound", graph(["audio-sink"]), 48_000, false, 4096],
    ["sound at 8 kS/s", graph(["audio-sink"]), 8000, false, 512],
    ["a radio", graph(["radio-source"]), 2_400_000, false, 131_072],
    ["a fast radio", graph(["radio-source"]), 20_000_000, false, 262_144],
    ["a microphone", graph(["microphone-source"]), 44_100, false, 4096],
    ["a slider", graph(["noise-source"], { isSlid: true }), 1_000_000, false, 65_536],
    ["a slider without a rate", graph(["noise-source"], { isSlid: true }), undefined, false, 65_536],
    ["a slow signal", graph(["audio-sink"]), 10, false, 256],
    ["real time", graph(["noise-source"]), 48_000, true, 4096],
    ["disabled sound", graph(["audio-sink"], { isDisabled: true }), 48_000, false, 262_144],
    ["none of them", graph(["noise-source"]), 48_000, false, 262_144],
  ] as const)("%s", (_, graph, hz, isRealTime, items) => {
    expect(automaticPage(graph, { hz, isRealTime })).toBe(items);
  });

  it("counts the elements of vectors, as pages do", () => {
    expect(busiestHz([])).toBeUndefined();
    expect(busiestHz([{ items: 4, vector: 1 }])).toBeUndefined();
    // Overlapping transforms: half as many vectors as a quarter of the samples, of 8 elements each.
    const edges = [
      { hz: 1000, items: 1024, vector: 1 },
      { hz: 250, items: 256, vector: 8 },
    ];
    expect(busiestHz(edges)).toBe(2000);
  });
});

import { describe, expect, it } from "vitest";
import { isRealTime } from "./pace.ts";

const block = (type: string, isDisabled = false) => ({
  id: type,
  type,
  parameters: {},
  position: [0, 0] as const,
  isDisabled,
});

describe("labs/graphs/run/pace", () => {
  it.each([
    ["automatic", [block("signal-source")], false],
    ["automatic", [block("signal-source"), block("audio-sink")], true],
    ["automatic", [block("signal-source"), block("audio-sink", true)], false],
    ["automatic", [block("radio-source"), block("audio-sink")], false],
    ["automatic", [block("radio-source", true), block("audio-sink")], true],
    ["real time", [block("signal-source")], true],
    ["fast", [block("audio-sink")], false],
  ] as const)("%s: only blocks that run count", (pace, blocks, expected) => {
    expect(isRealTime({ blocks }, pace)).toBe(expected);
  });
});

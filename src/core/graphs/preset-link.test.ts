import { describe, expect, it } from "vitest";
import { graphOfPreset, presetLinkOf, readGraphLink, writeGraphLink } from "./preset-link.ts";
import { PRESETS } from "./presets/registry.ts";

const shortened = (fragment: string) => writeGraphLink(readGraphLink(fragment));

describe("graphs/preset-link", () => {
  it.each(["ber-loop&set=ebn0:3", "telemetry&set=ebn0:12,receiver.equalizer:zf", "synchronization&set=offset:-1e-4"])(
    "preset=%s is read as it was written",
    (part) => {
      const link = `graphs?v=1&preset=${part}`;
      expect(shortened(`#${link.replace("-1e-4", "-0.0001")}`)).toBe(link.replace("-1e-4", "-0.0001"));
    },
  );

  it("has one form for each graph", () => {
    const one = "graphs?v=1&preset=telemetry&set=ebn0:12,receiver.equalizer:zf";
    expect(shortened("#graphs?set=receiver.equalizer:zf,ebn0:12&preset=telemetry")).toBe(one);
    expect(shortened("#graphs?preset=ber-loop&set=ebn0:6")).toBe("graphs?v=1&preset=ber-loop");
  });

  it("sets variables and parameters, and keeps the rest", () => {
    const graph = graphOfPreset({ preset: "telemetry", set: "ebn0:12,receiver.equalizer:zf" });
    expect(graph.variables[0]).toMatchObject({ name: "ebn0", value: 12, slider: { max: 20 } });
    expect(graph.blocks.find(({ id }) => id === "receiver")!.parameters).toEqual({ equalizer: "zf" });
    expect(graph.connections).toBe(PRESETS.find(({ name }) => name === "telemetry")!.graph.connections);
  });

  it("knows presets by their content, and other graphs", () => {
    for (const { name, graph } of PRESETS) {
      expect(presetLinkOf(structuredClone(graph))).toEqual({ preset: name, set: "" });
    }
    expect(presetLinkOf({ ...PRESETS[0].graph, variables: [] })).toBeUndefined();
    const [first, ...rest] = PRESETS[0].graph.blocks;
    expect(presetLinkOf({ ...PRESETS[0].graph, blocks: [{ ...first, position: [1, 2] }, ...rest] })).toBeUndefined();
  });

  it.each([
    ["#graphs?preset=none", "there is no preset “none”"],
    ["#graphs?preset=ber-loop&set=snr:3", "there is no variable or block “snr”"],
    ["#graphs?preset=ber-loop&set=noise.gain:3", "the block noise has no parameter “gain”"],
    ["#graphs?preset=ber-loop&set=ebn0", "must be NAME:VALUE, got “ebn0”"],
    ["#graphs?set=ebn0:3&graph=abc", "this link holds a whole graph"],
  ])("refuses %s", (link, message) => expect(() => readGraphLink(link)).toThrow(message));
});

import { describe, expect, it } from "vitest";
import { LECTURES } from "./lectures.ts";
import { decodeGraphs } from "./link.ts";
import { presetNamed } from "./presets.ts";

describe("lectures of flow graphs", () => {
  it.each(LECTURES.map(({ id, steps }) => [id, steps] as const))(
    "%s: scenarios are valid, figures exist",
    (_, steps) => {
      for (const { scenario, focus } of steps) {
        const { of } = decodeGraphs(`#graphs?v=1&${scenario}`);
        const { blocks } = presetNamed((of as { preset: string }).preset).graph;
        const figures = blocks.filter(({ type }) => type.endsWith("-sink")).map(({ id }) => `sink-${id}`);
        if (focus !== undefined) expect(figures).toContain(focus);
      }
    },
  );
});

import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { CATALOGUE } from "#core/blocks/catalogue.testing.ts";
import { checkGraph } from "#core/flow/graph/check-graph.ts";
import { LECTURES } from "./lectures.ts";
import { decodeGraphs } from "./address.ts";
import { presetNamed } from "./presets.ts";

describe("lectures of flow graphs", () => {
  it.each(LECTURES.map(({ id, steps }) => [id, steps] as const))(
    "%s: scenarios are valid, figures exist",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        const { of } = decodeGraphs(`#${scenario}`);
        const { blocks } = presetNamed((of as { preset: string }).preset).graph;
        const figures = blocks.filter(({ type }) => type.endsWith("-sink")).map(({ id }) => `sink-${id}`);
        if (figure !== undefined) expect(figures).toContain(figure);
      }
    },
  );
});

describe("the numbers of the lectures of flow graphs", () => {
  const step = (id: string, i: number) => {
    const { scenario, ...step } = LECTURES.find((lecture) => lecture.id === id)!.steps[i];
    const { of, config } = decodeGraphs(`#${scenario}`);
    const { graph } = presetNamed((of as { preset: string }).preset);
    return { told: stepWords(step).replaceAll("\u202f", " "), graph, page: Number(config.page) };
  };
  const spaced = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, " ");

  it("rates equal the checked graph’s", () => {
    const { told, graph } = step("why-rates-must-balance", 0);
    const { edges } = checkGraph(graph, CATALOGUE);
    const rateInto = (block: string) => edges.find(({ to }) => to[0] === block)!.hz!;
    expect(told).toContain(`make ${spaced(rateInto("channel"))} samples per second`);
    expect(told).toContain(`${spaced(rateInto("demodulator"))} per second leave it`);
    expect(told).toContain(`gets ${spaced(rateInto("loudspeaker"))} per second`);
    expect(told).toContain(`10, because 240 000 / 10 = ${spaced(rateInto("demodulator") / 10)}`);
  });

  it("stations, tones and the channel equal the preset’s", () => {
    const { graph } = step("fm-from-samples-to-sound", 0);
    const of = (id: string) => graph.blocks.find((block) => block.id === id)!.parameters as Record<string, number>;
    expect([of("station1").offset, of("station2").offset]).toEqual([200_000, -200_000]);
    expect(step("fm-from-samples-to-sound", 0).told).toContain("at −200 kHz and at 200 kHz");
    const { told } = step("fm-from-samples-to-sound", 1);
    expect(told).toContain(
      `a tone of ${of("station1").left} Hz, with a period of ${(1000 / of("station1").left).toFixed(2)} ms`,
    );
    expect(told).toContain(`a tone of ${of("station2").left} Hz`);
    expect(told).toContain(`the ${of("channel").cutoff / 1000} kHz of the channel filter`);
    expect(presetNamed("fm-receiver").graph.description).toContain(
      `${(of("station1").offset - of("station2").offset) / 1000} kHz apart`,
    );
  });

  it("one kernel has the blocks that the text lists", () => {
    const { graph } = step("what-fusion-saves", 0);
    const { groups } = checkGraph(graph, CATALOGUE);
    const group = groups.find((one) => one.includes("band"))!;
    expect(new Set(group)).toEqual(new Set(["station1", "station2", "noise", "both", "band"]));
  });

  it("pages last as long as the text says", () => {
    const [small, large] = [step("what-a-page-size-trades", 0), step("what-a-page-size-trades", 1)];
    expect(small.told).toContain(`in ${((1000 * small.page) / 1e6).toFixed(0)} ms`);
    expect(small.told).toContain(`= ${(1e6 / small.page).toFixed(1)} times`);
    expect(large.told).toContain(`needs ${(large.page / 1e6).toFixed(1)} s`);
    expect(large.told).toContain(`${large.page / small.page} times less often`);
  });
});

import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { CATALOGUE } from "#core/blocks/catalogue.testing.ts";
import { checkGraph } from "#core/flow/graph/check-graph.ts";
import { costasLoop, halfWindow } from "#core/blocks/synchronization/costas-loop.ts";
import { SAMPLE_RATE, PACKET_SAMPLES } from "#core/telemetry/packet.ts";
import { LECTURES } from "./lectures.ts";
import { graphOfPreset, type PresetLink, presetNamed, readGraphLink } from "#core/graphs/preset-link.ts";

describe("lectures of flow graphs", () => {
  it.each(LECTURES.map(({ id, steps }) => [id, steps] as const))(
    "%s: scenarios are valid, figures exist",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        const { of } = readGraphLink(`#${scenario}`);
        const { blocks } = graphOfPreset(of as PresetLink);
        const figures = blocks
          .filter(({ type }) => type.endsWith("-sink") || type === "error-counter")
          .map(({ id }) => `sink-${id}`);
        if (figure !== undefined) expect(figures).toContain(figure);
      }
    },
  );
});

describe("the numbers of the lectures of flow graphs", () => {
  const step = (id: string, i: number) => {
    const { scenario, ...step } = LECTURES.find((lecture) => lecture.id === id)!.steps[i];
    const { of, config } = readGraphLink(`#${scenario}`);
    const graph = graphOfPreset(of as PresetLink);
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

  const noise = (id: string, i: number) => {
    const { graph, told } = step(id, i);
    const variables = Object.fromEntries(graph.variables.map(({ name, value }) => [name, Number(value)]));
    return { graph, told, ...variables } as { graph: typeof graph; told: string } & Record<string, number>;
  };
  /** The part of a normal distribution beyond x, by the trapezoidal rule. */
  const tail = (x: number) => {
    const [h, n] = [0.002, 4000];
    const f = (i: number) => Math.exp(-((x + i * h) ** 2) / 2) / Math.sqrt(2 * Math.PI);
    return Array.from({ length: n }, (_, i) => (h * (f(i) + f(i + 1))) / 2).reduce((a, b) => a + b, 0);
  };
  const ratio = (db: number) => 10 ** (db / 10);
  const qpsk = (db: number) => tail(Math.sqrt(2 * ratio(db)));
  const qam16 = (db: number) => 0.75 * tail(Math.sqrt(0.8 * ratio(db)));

  it("bit error rates in a loop agree with the textbooks", () => {
    const first = noise("bit-errors-in-a-loop", 0);
    expect(first.told).toContain(`gives ${qpsk(first.ebn0).toFixed(4)}`);
    expect(first.told).toContain(`= ${ratio(first.ebn0).toFixed(2)}$`);
    const second = noise("bit-errors-in-a-loop", 1);
    const rate = qpsk(second.ebn0);
    expect(second.told).toContain(`${(1e4 * rate).toFixed(1)}\\cdot 10^{-4}`);
    expect(Math.round(qpsk(first.ebn0) / rate)).toBe(65);
    expect(100 / rate / 5e5).toBeCloseTo(1, 0);
    expect(qpsk(10.5) / qpsk(4)).toBeLessThan(1e-4);
    const third = noise("bit-errors-in-a-loop", 2);
    expect(qam16(third.ebn0)).toBeCloseTo(0.01, 2);
    // The squared distances of neighbours for bits of energy 1: QPSK 4, and 16-QAM 4 · 4/10.
    expect(10 * Math.log10(4 / 1.6)).toBeCloseTo(4, 1);
    const fourth = noise("bit-errors-in-a-loop", 3);
    expect([third.bits, fourth.bits]).toEqual([4, 2]);
    const really = fourth.ebn0 - 10 * Math.log10(4 / fourth.bits);
    expect(really).toBeCloseTo(5, 1);
    expect(qam16(really) / qam16(third.ebn0)).toBeGreaterThan(3.5);
    expect(qam16(really) / qam16(third.ebn0)).toBeLessThan(5);
  });

  it("the carrier turns and is lost where the text says, and differences double the errors", () => {
    const first = noise("clock-and-carrier", 0);
    expect(first.told).toContain(`= ${(first.offset * 8 * 360).toFixed(2)}°`);
    expect(1 / (8 * first.offset) / 300).toBeCloseTo(1, 1);
    const third = noise("clock-and-carrier", 2);
    const window = 2 * halfWindow({ bandwidth: costasLoop.defaults.bandwidth }) + 1;
    expect(third.told).toContain(`the squares of ${window} symbols`);
    expect(third.told).toContain(`= ${(2 * 8 * third.offset).toFixed(3)}$ turns per symbol`);
    expect(window * 2 * 8 * third.offset).toBeCloseTo(1, 1);
    const fourth = noise("clock-and-carrier", 3);
    const ebn0 = 10 * Math.log10(8 / fourth.amplitude ** 2);
    expect(fourth.told).toContain(`Eb/N0 is ${ebn0.toFixed(1)} dB`);
    expect(fourth.told).toContain(`a bit error rate of ${qpsk(ebn0).toFixed(3)}`);
    // A wrong symbol beside a right one makes a wrong difference.
    const wrong = 2 * qpsk(ebn0) * (1 - qpsk(ebn0));
    expect(wrong).toBeGreaterThan(0.0052);
    expect(wrong).toBeLessThan(0.012);
    expect(ebn0 - 10 * Math.log10(8 / 1.4 ** 2)).toBeGreaterThan(-1);
  });

  it("packets take as long as the text says", () => {
    const { told } = step("a-telemetry-receiver-as-blocks", 0);
    const milliseconds = (1000 * PACKET_SAMPLES) / SAMPLE_RATE;
    expect(told).toContain(`A packet takes ${milliseconds.toFixed(2)} ms`);
    expect(told).toContain(`${(32 * milliseconds).toFixed(0)} ms after`);
    expect(told).toContain(`= ${(64 * 6144).toString().replace(/(?=\d{3}$)/, "\\,")}$ bits`);
  });

  it("carriers of Wi-Fi are as wide as the text says", () => {
    const { told } = step("frames-against-noise", 0);
    expect(told).toContain(`${((53 * 20) / 64).toFixed(1)} MHz`);
    expect(told).toContain(`${(20e3 / 64).toFixed(1)} kHz`);
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

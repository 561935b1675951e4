import { field } from "../../configuration/schema.ts";
import type { BlockFactory, Float64Block, Float64Factory, SampleBlock } from "../build/block-factory.ts";
import type { AnyBlockType, Port } from "./block-type.ts";
import type { References } from "../run/run-graph.reference.ts";
import type { Catalogue } from "./catalogue.ts";
import {
  faultyBlock,
  listBlock,
  pickBlock,
  rateBlock,
  smoothBlock,
  waitBlock,
} from "../build/made-up-plans.testing.ts";
import { waitingBlock } from "../build/testing.ts";

const number = (value: number, change: "set" | "rebuild") =>
  field.number("Number", "A number.", { default: value, min: -1e9, max: 1e9, step: 1, change });

/** A block type of the tests, with numbers as parameters. */
function testType(
  inputs: readonly Port[],
  outputs: readonly Port[],
  defaults: Readonly<Record<string, number>> = {},
  change: "set" | "rebuild" = "rebuild",
): AnyBlockType {
  const fields = Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, number(value, change)]));
  const text = { title: "Test block", summary: "Is a block of the tests.", help: "" };
  return { ...text, category: "arithmetic", fields, defaults, ports: () => ({ inputs, outputs }) };
}

const real = (name: string): Port => ({ name, type: "real" });

/** Items come back after this many. */
const PERIOD = 97;

/** Blocks of each kind with small kernels, for the tests of graphs. */
export const TEST_BLOCKS: Catalogue & References = {
  types: {
    /** x[n] = n mod 97; `hz` 0 names no rate, `ends` 0 is no end. */
    counter: testType([], [real("out")], { hz: 0, ends: 0 }),
    feed: testType([], [real("out")], { hz: 0 }),
    gain: testType([real("in")], [real("out")], { gain: 1 }, "set"),
    offset: testType([real("in")], [real("out")], { offset: 1 }, "set"),
    sum: testType([real("a"), real("b")], [real("out")]),
    pair: testType([real("a"), real("b")], [{ name: "out", type: "complex" }]),
    parts: testType([{ name: "in", type: "complex" }], [real("a"), real("b")]),
    place: testType([real("in")], [real("out")]),
    vectors: {
      ...testType([], [], { length: 4 }),
      ports: (parameters) => ({
        inputs: [real("in")],
        outputs: [{ ...real("out"), vector: (parameters as { length: number }).length }],
      }),
    },
    late: testType([real("in")], [real("out")], { items: 3 }),
    rate: testType([real("in")], [real("out")], { up: 1, down: 1, multiple: 1 }),
    smooth: testType([real("in")], [real("out")]),
    wait: testType([real("in")], [real("out")], { items: 8 }),
    pick: testType([real("in")], [real("out")], { level: 50 }),
    list: testType([real("in")], []),
    faulty: testType([real("in")], [real("out")], { when: 0 }),
  },
  factories: {
    counter: ({ hz, ends }: { hz: number; ends: number }): SampleBlock => ({
      kind: "sample",
      wgsl: [],
      uniforms: { first: "u32" },
      outputs: (_, { first }, index) => ({ out: `f32((${first} + ${index}) % ${PERIOD}u)` }),
      values: ({ first }) => ({ first: first % PERIOD }),
      isIndexed: true,
      hz: hz || undefined,
      ends: ends || undefined,
    }),
    feed: ({ hz }: { hz: number }) => ({
      kind: "source",
      type: "real",
      hz: hz || undefined,
      needs: "pipe",
      request: {},
    }),
    gain: (parameters: { gain: number }) => settable(parameters, "gain", (x, gain) => `${x} * ${gain}`),
    offset: (parameters: { offset: number }) => settable(parameters, "offset", (x, offset) => `${x} + ${offset}`),
    sum: () => sampleBlock(({ a, b }) => ({ out: `${a} + ${b}` })),
    pair: () => sampleBlock(({ a, b }) => ({ out: `vec2f(${a}, ${b})` })),
    parts: () => sampleBlock(({ in: x }) => ({ a: `${x}.x`, b: `${x}.y` })),
    place: () => ({ ...sampleBlock(({ in: x }, index) => ({ out: `${x} + f32(${index})` })), isIndexed: true }),
    vectors: () => sampleBlock(({ in: x }) => ({ out: x })),
    late: ({ items }: { items: number }) => ({ kind: "chain", blocks: [waitingBlock("real", items)] }),
    rate: rateBlock,
    smooth: smoothBlock,
    wait: waitBlock,
    pick: pickBlock,
    list: listBlock,
    faulty: faultyBlock,
  } satisfies Readonly<Record<string, BlockFactory<never>>>,
  float64: {
    counter: () => {
      let n = 0;
      return (_, firings) => ({ out: Float64Array.from({ length: firings }, () => n++ % PERIOD) });
    },
    gain: ({ gain }: { gain: number }) => mapped((x) => gain * x),
    offset: ({ offset }: { offset: number }) => mapped((x) => x + offset),
    sum:
      () =>
      ({ a, b }) => ({ out: a.map((x, n) => x + b[n]) }),
    pair:
      () =>
      ({ a, b }) => ({ out: Float64Array.from({ length: 2 * a.length }, (_, n) => (n % 2 ? b : a)[n >> 1]) }),
    parts:
      () =>
      ({ in: x }) => ({ a: x.filter((_, n) => n % 2 === 0), b: x.filter((_, n) => n % 2 === 1) }),
    vectors: () => mapped((x) => x),
    late: ({ items }: { items: number }) => delayed(items),
    rate:
      ({ up, down }: { up: number; down: number }) =>
      ({ in: x }) => ({
        out: Float64Array.from({ length: (x.length / down) * up }, (_, n) => x[Math.floor(n / up) * down]),
      }),
    smooth: () => {
      let before = 0;
      return ({ in: x }) => ({
        out: x.map((value) => {
          const sum = value + before / 2;
          before = value;
          return sum;
        }),
      });
    },
    wait: ({ items }: { items: number }) => delayed(items),
    pick:
      ({ level }: { level: number }) =>
      ({ in: x }) => ({ out: x.filter((value) => value > level) }),
  } satisfies Readonly<Record<string, Float64Factory<never>>>,
};

const mapped =
  (of: (x: number) => number): Float64Block =>
  ({ in: x }) => ({ out: x.map(of) });

function delayed(items: number): Float64Block {
  let kept = new Float64Array(items);
  return ({ in: x }) => {
    const all = Float64Array.of(...kept, ...x);
    kept = all.slice(x.length);
    return { out: all.slice(0, x.length) };
  };
}

function sampleBlock(
  of: (inputs: Readonly<Record<string, string>>, index: string) => Readonly<Record<string, string>>,
): SampleBlock {
  return {
    kind: "sample",
    wgsl: [],
    uniforms: {},
    outputs: (inputs, _, index) => of(inputs, index),
    values: () => ({}),
  };
}

function settable<Name extends string>(
  parameters: Readonly<Record<Name, number>>,
  name: Name,
  of: (x: string, value: string) => string,
): SampleBlock {
  let value = parameters[name];
  return {
    ...sampleBlock(() => ({})),
    uniforms: { [name]: "f32" },
    outputs: (inputs, uniforms) => ({ out: of(inputs.in, uniforms[name]) }),
    values: () => ({ [name]: value }),
    set: (next: Readonly<Record<Name, number>>) => void (value = next[name]),
  };
}

/** Returns the test blocks with one that asks for zeros after the end. */
export function holdingBlocks(name: "smooth" | "rate", after: number): Catalogue & References {
  const create = { smooth: smoothBlock, rate: rateBlock }[name];
  return {
    ...TEST_BLOCKS,
    factories: { ...TEST_BLOCKS.factories, [name]: (parameters: never) => ({ ...create(parameters), after }) },
  };
}

import { anything, array, assert, constantFrom, dictionary, integer, oneof, property, record, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGraph } from "./check-graph.ts";
import type { Graph } from "./graph.ts";
import { testGraph } from "./graph.testing.ts";
import { TEST_BLOCKS } from "./made-up-blocks.testing.ts";

type Parts = Parameters<typeof testGraph>;

const check = (...parts: Parts) => checkGraph(testGraph(...parts), TEST_BLOCKS);

/** A graph that works, to which the tests add faults. */
const source = { source: ["counter"], sink: ["list"] } as const;

describe("flow/check-graph", () => {
  it("solves rates, sample rates and the smallest page", () => {
    const checked = check(
      {
        source: ["counter", { hz: "fs" }],
        up: ["rate", { up: 3, down: 2 }],
        down: ["rate", { down: "2 ** 2", multiple: 5 }],
        vectors: ["vectors", { length: 8 }],
        sink: ["list"],
      },
      ["source.out up.in", "up.out down.in", "down.out sink.in", "up.out vectors.in"],
      [{ name: "fs", value: "6 * 8e3" }],
    );
    expect(checked.problems).toEqual([]);
    expect(checked.variables).toEqual({ fs: 48_000 });
    const edges = checked.edges.map(({ to, hz, itemsPerPageUnit }) => [to[0], hz, itemsPerPageUnit]);
    expect(edges).toEqual([
      ["up", 48_000, 80],
      ["down", 72_000, 120],
      ["sink", 18_000, 30],
      ["vectors", 72_000, 120],
    ]);
    const firings = Object.fromEntries(checked.blocks.map(({ id, firings: count }) => [id, count]));
    expect(firings).toEqual({ source: 80, up: 40, down: 30, vectors: 15, sink: 30 });
  });

  it("takes variables with letters of any alphabet, as expressions do", () => {
    const { problems, variables } = check(
      { ...source, gain: ["gain", { gain: "2 * ω" }] },
      ["source.out gain.in", "gain.out sink.in"],
      [{ name: "ω", value: 3 }],
    );
    expect(problems).toEqual([]);
    expect(variables).toEqual({ ω: 3 });
  });

  it("tells blocks the sample rate at their inputs, also when another branch or a cycle knows it", () => {
    const seen: unknown[] = [];
    const spy = {
      ...TEST_BLOCKS,
      factories: {
        ...TEST_BLOCKS.factories,
        gain: (parameters: never, place: unknown) => {
          seen.push(place);
          return TEST_BLOCKS.factories.gain(parameters, place as never);
        },
      },
    };
    const blocks = {
      a: ["counter"],
      b: ["counter", { hz: 1000 }],
      gain: ["gain"],
      sum: ["sum"],
      end: ["list"],
    } as const;
    const connections = ["a.out gain.in", "gain.out sum.a", "b.out sum.b", "sum.out end.in"];
    expect(checkGraph(testGraph(blocks, connections), spy).problems).toEqual([]);
    expect(seen.at(-1)).toEqual({ hz: { in: 1000 }, isOnCycle: false });
    const cycle = checkGraph(
      testGraph({ source: ["counter", { hz: 50 }], sum: ["sum"], gain: ["gain"], wait: ["wait"], end: ["list"] }, [
        "source.out sum.a",
        "wait.out sum.b",
        "sum.out gain.in",
        "gain.out wait.in",
        "gain.out end.in",
      ]),
      spy,
    );
    expect(cycle.problems).toEqual([]);
    expect(cycle.parts).toEqual([{ most: 8 }]);
    expect(cycle.groups).toEqual([["source", "sum", "gain"]]);
    expect(seen.at(-1)).toEqual({ hz: { in: 50 }, isOnCycle: true });
  });

  it.each<[string, Parts, object[]]>([
    [
      "an unknown block",
      [{ ...source, other: ["magic"] }, ["source.out sink.in", "other.out sink.in"]],
      [
        { block: "other", message: 'There is no block type "magic". Replace the block, or delete it.' },
        {
          block: "sink",
          port: "in",
          message:
            "The input gets two connections, from source.out and from other.out. Delete one of them, or add the signals first.",
        },
      ],
    ],
    [
      "unknown and missing parameters",
      [{ ...source, gain: ["gain", { gain: "2 * fs", level: 1 }] }, ["source.out gain.in", "gain.out sink.in"]],
      [
        { block: "gain", parameter: "gain", message: expect.stringMatching(/^gain: .*fs/) },
        { block: "gain", parameter: "level", message: '“Test block” has no parameter "level". Its parameters: gain.' },
      ],
    ],
    [
      "a parameter out of range",
      [{ ...source, gain: ["gain", { gain: "2e9" }] }, ["source.out gain.in", "gain.out sink.in"]],
      [
        {
          block: "gain",
          parameter: "gain",
          message: "gain must be a number from -1000000000 to 1000000000, got 2000000000.",
        },
      ],
    ],
    [
      "variables that are wrong or defined twice",
      [
        source,
        ["source.out sink.in"],
        [
          { name: "a", value: "b + 1" },
          { name: "c", value: 1 },
          { name: "c", value: 2 },
        ],
      ],
      [
        { parameter: "a", message: expect.stringMatching(/^The variable a: .*b/) },
        { parameter: "c", message: "The variable c is defined twice. Rename or delete one of them." },
      ],
    ],
    [
      "variables that use later ones, themselves, or ones with a problem",
      [
        { ...source, gain: ["gain", { gain: "2 * a" }] },
        ["source.out gain.in", "gain.out sink.in"],
        [
          { name: "a", value: "b" },
          { name: "b", value: "b + 1" },
        ],
      ],
      [
        {
          parameter: "a",
          message: 'The variable a: "b", character 1: the variable "b" is defined only later. Move it before this one.',
        },
        {
          parameter: "b",
          message: 'The variable b: "b + 1", character 1: a variable cannot use its own value.',
        },
        {
          block: "gain",
          parameter: "gain",
          message: 'gain: "2 * a", character 5: the variable "a" has a problem.',
        },
      ],
    ],
    [
      "an unconnected input",
      [{ ...source, sum: ["sum"] }, ["source.out sum.a", "sum.out sink.in"]],
      [
        {
          block: "sum",
          port: "b",
          message: "The input is not connected. Connect an output of real samples to it, or delete the block.",
          isUnconnected: true,
        },
      ],
    ],
    [
      "ports that do not exist",
      [{ ...source, gain: ["gain"] }, ["source.out sink.in", "source.two gain.in", "gain.out source.in"]],
      [
        { block: "source", port: "two", message: 'The block has no output "two". Its outputs: "out".' },
        { block: "source", port: "in", message: 'The block has no input "in". It has no inputs.' },
      ],
    ],
    [
      "a connection to nowhere",
      [source, ["source.out sink.in", "source.out gone.in"]],
      [
        {
          block: "source",
          port: "out",
          message: expect.stringContaining('names the block "gone", which does not exist'),
        },
      ],
    ],
    [
      "different types",
      [{ ...source, parts: ["parts"], rest: ["list"] }, ["source.out parts.in", "parts.a sink.in", "parts.b rest.in"]],
      [
        {
          block: "parts",
          port: "in",
          message:
            "The input takes complex samples, but source.out gives real samples. Change the type of one block, or insert a block that converts.",
        },
      ],
    ],
    [
      "vectors of another length",
      [{ ...source, vectors: ["vectors", { length: 8 }] }, ["source.out vectors.in", "vectors.out sink.in"]],
      [
        {
          block: "sink",
          port: "in",
          message: expect.stringContaining("but vectors.out gives vectors of 8 real samples"),
        },
      ],
    ],
    [
      "two paths with different rates",
      [
        { ...source, down: ["rate", { down: 3, up: 2 }], sum: ["sum"] },
        ["source.out down.in", "source.out sum.a", "down.out sum.b", "sum.out sink.in"],
      ],
      [
        {
          block: "sum",
          port: "b",
          message:
            "The rates contradict each other: down.out gives 2 items in the time in which the other connections let this input take 3. Make both paths equally fast, for example with a resampler by 3/2.",
        },
      ],
    ],
    [
      "sample rates that contradict each other",
      [
        {
          ...source,
          fast: ["counter", { hz: 48_000 }],
          slow: ["counter", { hz: 8000 }],
          down: ["rate", { down: 4 }],
          sum: ["sum"],
          end: ["list"],
        },
        ["source.out sink.in", "fast.out down.in", "down.out sum.a", "slow.out sum.b", "sum.out end.in"],
      ],
      [
        {
          block: "slow",
          message:
            "The block gives 8000 Hz, but the 48000 Hz of “fast” need 12000 Hz here. Change one of the two, or insert a resampler.",
        },
      ],
    ],
    [
      "rates without a small common multiple",
      [
        {
          ...source,
          a: ["rate", { down: 65_537, multiple: 65_539 }],
          b: ["rate", { down: 65_543, multiple: 65_551 }],
          end: ["list"],
        },
        ["source.out a.in", "source.out b.in", "a.out sink.in", "b.out end.in"],
      ],
      [
        {
          block: "a",
          port: "in",
          message: expect.stringMatching(/^The smallest page has more than 1073741824 items here: the rates/),
        },
      ],
    ],
    [
      "a cycle without a delay",
      [
        { ...source, sum: ["sum"], gain: ["gain"] },
        ["source.out sum.a", "gain.out sum.b", "sum.out gain.in", "sum.out sink.in"],
      ],
      [{ block: "sum", message: "The cycle sum → gain → sum has no delay, so it cannot be computed. Insert a delay." }],
    ],
    [
      "a delay that is shorter than the smallest page of its cycle",
      [
        { ...source, sum: ["sum"], wait: ["wait", { items: 8 }], rest: ["rate", { down: 12 }] },
        ["source.out sum.a", "wait.out sum.b", "sum.out wait.in", "sum.out rest.in", "rest.out sink.in"],
      ],
      [
        {
          block: "wait",
          message:
            "A page may have at most 8 firings of this block, but the rates of the graph need 12 at a time. Use a longer delay on the cycle, or smaller multiples.",
        },
      ],
    ],
    [
      "items that meet others although the GPU decides their number",
      [
        {
          ...source,
          pick: ["pick"],
          other: ["pick", { level: 10 }],
          place: ["place"],
          smooth: ["smooth"],
          own: ["sum"],
          two: ["sum"],
          feed: ["feed"],
          behind: ["sum"],
          back: ["smooth"],
          ...Object.fromEntries(["a", "b", "c"].map((id) => [id, ["list"] as const])),
        },
        [
          "source.out pick.in",
          "source.out other.in",
          "pick.out place.in",
          "place.out a.in",
          "pick.out own.a",
          "source.out own.b",
          "own.out sink.in",
          "pick.out smooth.in",
          "smooth.out two.a",
          "other.out two.b",
          "two.out b.in",
          "pick.out back.in",
          "back.out behind.a",
          "feed.out behind.b",
          "behind.out c.in",
        ],
      ],
      [
        ["own", "a", "pick.out"],
        ["two", "b", "other.out"],
        ["back", "in", "pick.out"],
      ].map(([block, port, origin]) => ({
        block,
        port,
        message: `The GPU decides how many items ${origin} gives. Here, or behind this block, they meet a signal with another number of items. Connect signals from the same block.`,
      })),
    ],
    [
      "a factory that throws",
      [{ ...source, faulty: ["faulty", { when: 1 }] }, ["source.out faulty.in", "faulty.out sink.in"]],
      [{ block: "faulty", message: "it fails at 1." }],
    ],
  ])("reports %s, and checks the rest", (_, parts, problems) => {
    const checked = check(...parts);
    expect(checked.problems).toEqual(problems);
    expect(checked.blocks.find(({ id }) => id === "source")?.instance).toBeDefined();
  });

  it("leaves out disabled blocks with their connections", () => {
    const graph = testGraph({ ...source, other: ["magic"] }, ["source.out sink.in", "source.out other.in"]);
    const blocks = graph.blocks.map((block) => ({ ...block, isDisabled: block.id === "other" }));
    expect(checkGraph({ ...graph, blocks }, TEST_BLOCKS).problems).toEqual([]);
  });

  it("reports two blocks with one id, and keeps the first", () => {
    const graph = testGraph(source, ["source.out sink.in"]);
    const checked = checkGraph({ ...graph, blocks: [...graph.blocks, graph.blocks[1]] }, TEST_BLOCKS);
    expect(checked.problems).toEqual([
      { block: "sink", message: 'Two blocks have the id "sink". Rename one of them.' },
    ]);
    expect(checked.blocks).toHaveLength(2);
  });

  it("reports blocks, connections and variables that cannot be read", () => {
    const graph = {
      format: "grc",
      version: 2,
      variables: [1],
      blocks: [{ id: "a b" }, { id: "a" }],
      connections: [[]],
    };
    expect(checkGraph(graph as never, TEST_BLOCKS).problems.map(({ message }) => message)).toEqual([
      'The field "format" must be "threeray flow", got "grc".',
      "This release reads version 1 of flow graphs, got 2.",
      "Variable 1 must have a name of at most 100 letters, digits and underscores that does not begin with a digit, got 1.",
      'Block 1 must have an id of at most 100 letters, digits, "_" and "-", got "a b".',
      "The type must be the name of a block, got undefined.",
      'A connection must be { "from": [block, port], "to": [block, port] }, got [].',
    ]);
  });

  it("refuses rates whose digits grow with each block at the first one that no page can hold", () => {
    const count = 900;
    const ids = Array.from({ length: count }, (_, i) => `r${i}`);
    // Consecutive odd numbers have no common factor.
    const rates = ids.map((id, i) => [id, ["rate", { up: 4 * i + 10_001, down: 4 * i + 10_003 }]] as const);
    const chain = [
      "source.out r0.in",
      ...ids.slice(1).map((id, i) => `r${i}.out ${id}.in`),
      `r${count - 1}.out sink.in`,
    ];
    const star = ids.map((id) => `source.out ${id}.in`);
    for (const [connections, last] of [
      [chain, 10],
      [[...star, "source.out sink.in"], 0],
    ] as const) {
      const { problems } = check({ ...source, ...Object.fromEntries(rates) }, [...connections]);
      expect(problems).toHaveLength(1);
      expect(problems[0].message).toMatch(/^The smallest page has more than 1073741824 items here/);
      expect(problems[0].message.length).toBeLessThan(200);
      expect(Number(problems[0].block?.slice(1))).toBeLessThanOrEqual(last);
    }
  });

  it("names the first blocks of a long cycle", () => {
    const ids = Array.from({ length: 900 }, (_, i) => `r${i}`);
    const { problems } = check(
      Object.fromEntries(ids.map((id) => [id, ["rate"]])),
      ids.map((id, i) => `${id}.out r${(i + 1) % ids.length}.in`),
    );
    const [{ message }] = problems.filter(({ message }) => message.startsWith("The cycle"));
    expect(message).toMatch(/^The cycle r0 → .* → r11 → 888 more blocks → r0 has no delay/);
    expect(message.length).toBeLessThan(200);
  });

  it("does twice the work for twice the blocks, in a chain, with branches, and in many parts", () => {
    const blocks = (count: number, type: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}`, [type] as const]));
    const shapes = {
      chain: (count: number): Parts => [
        { ...blocks(count, "gain"), source: ["counter"] },
        Array.from({ length: count }, (_, i) => `${i === 0 ? "source" : `b${i - 1}`}.out b${i}.in`),
      ],
      branches: (count: number): Parts => [
        { ...blocks(count, "smooth"), source: ["counter"] },
        Array.from({ length: count }, (_, i) => `${i < 20 ? "source" : `b${i - 20}`}.out b${i}.in`),
      ],
      parts: (count: number): Parts => [blocks(count, "counter"), []],
      cycle: (count: number): Parts => [
        { ...blocks(count, "gain"), wait: ["wait"] },
        ["wait.out b0.in", `b${count - 1}.out wait.in`].concat(
          Array.from({ length: count - 1 }, (_, i) => `b${i}.out b${i + 1}.in`),
        ),
      ],
    };
    for (const [name, parts] of Object.entries(shapes)) {
      const [once, twice] = [150, 300].map((count) => workOf(() => void check(...parts(count))));
      expect(twice / once, name).toBeLessThan(2.3);
    }
  });

  it("never throws", () => {
    const names = constantFrom("a", "b", "c", "d", "__proto__", "toString", "in", "out");
    const types = constantFrom(...Object.keys(TEST_BLOCKS.types), "constructor");
    const numbers = oneof(integer({ min: -1, max: 9 }), constantFrom("a", "2 ** 40", "1 / 0", null, [], {}));
    const keys = constantFrom("up", "down", "multiple", "items", "hz", "ends", "length", "gain", "level", "__proto__");
    const block = record({ id: names, type: types, parameters: dictionary(keys, numbers) });
    const end = tuple(names, constantFrom("in", "out", "a", "b", "valueOf"));
    const graphs = record({
      format: constantFrom("threeray flow"),
      version: constantFrom(1),
      variables: array(record({ name: names, value: numbers }), { maxLength: 3 }),
      blocks: array(oneof(block, anything()), { maxLength: 12 }),
      connections: array(oneof(record({ from: end, to: end }), anything()), { maxLength: 20 }),
    });
    const any = property(oneof(anything(), graphs), (graph) => {
      expect(checkGraph(graph as Graph, TEST_BLOCKS).problems).toBeDefined();
    });
    assert(any, { numRuns: 1000 });
    const deep = JSON.parse(`${"[".repeat(1e5)}${"]".repeat(1e5)}`) as Graph;
    expect(checkGraph(deep, TEST_BLOCKS).problems).toHaveLength(1);
  });
});

/** Returns the work of a function: its look-ups in maps and sets, and the items of the lists that it goes through. */
function workOf(run: () => void): number {
  let work = 0;
  const counted = [
    { prototype: Map.prototype, names: ["get", "has"], cost: () => 1 },
    { prototype: Set.prototype, names: ["has", "add"], cost: () => 1 },
    {
      prototype: Array.prototype,
      names: ["filter", "find", "findIndex", "some", "every", "flatMap", "includes"],
      cost: (list: object) => (list as unknown[]).length,
    },
  ].flatMap(({ names, ...rest }) => names.map((name) => ({ ...rest, name })));
  const restore = counted.map(({ prototype, name, cost }) => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
    const original = descriptor.value as (...args: unknown[]) => unknown;
    function counting(this: object, ...args: unknown[]) {
      work += cost(this);
      return Reflect.apply(original, this, args);
    }
    Object.defineProperty(prototype, name, { ...descriptor, value: counting });
    return () => Object.defineProperty(prototype, name, descriptor);
  });
  try {
    run();
  } finally {
    for (const one of restore) one();
  }
  return work;
}

import { deflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph } from "../flow/graph/graph.ts";
import { parseGraph, readGraphFile, writeGraph } from "./graph-file.ts";
import { decodeGraph, encodeGraph } from "./graph-link.ts";

const graph: Graph = {
  format: "threeray flow",
  version: 1,
  title: "Gain",
  variables: [
    { name: "fs", value: 2.4e6 },
    { name: "gain", value: "fs / 1e6", slider: { min: 0, max: 4, step: 0.1 } },
  ],
  blocks: [
    { id: "tone", type: "signal-source", parameters: { frequency: "fs / 8" }, position: [0, 0] },
    { id: "gain-1", type: "multiply-constant", parameters: { constant: "gain" }, position: [160.5, -20] },
  ],
  connections: [{ from: ["tone", "out"], to: ["gain-1", "in"] }],
};

/** Returns the graph with one change, as a file may hold it. */
function changed(change: (graph: Record<string, never>) => void): unknown {
  const copy = JSON.parse(JSON.stringify(graph)) as Record<string, never>;
  change(copy);
  return copy;
}

const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `v${i}`, value: i }));

const names = fc.stringMatching(/^[\w-]{1,12}$/);
const graphs: fc.Arbitrary<Graph> = fc.uniqueArray(names, { maxLength: 6 }).chain((ids) =>
  fc.record({
    format: fc.constant("threeray flow" as const),
    version: fc.constant(1 as const),
    title: fc.string(),
    variables: fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-z_]\w{0,8}$/), value: fc.oneof(fc.integer(), fc.string()) }),
      { selector: ({ name }) => name, maxLength: 4 },
    ),
    blocks: fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          type: fc.string({ minLength: 1 }),
          parameters: fc.dictionary(names, fc.oneof(fc.string({ unit: "grapheme" }), fc.boolean(), fc.integer())),
          position: fc.tuple(fc.integer(), fc.integer()),
        }),
      ),
    ),
    connections: ids.length
      ? fc.array(
          fc.record({
            from: fc.tuple(fc.constantFrom(...ids), names),
            to: fc.tuple(fc.constantFrom(...ids), names),
          }),
          { maxLength: 8 },
        )
      : fc.constant([]),
  }),
);

describe("graphs/graph-file", () => {
  it("returns what was written", () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const plain = JSON.parse(JSON.stringify(graph)) as Graph;
        expect(readGraphFile("a.json", writeGraph(graph))).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, unknown, string]>([
    ["no object", 3, "graph: expected an object, got 3"],
    ["another format", changed((g) => (g.format = "x" as never)), 'format: expected the text "threeray flow"'],
    ["a newer version", changed((g) => (g.version = 2 as never)), "graph: version: expected 1; a newer release"],
    ["a missing list", changed((g) => delete g.blocks), "graph: blocks: expected a list of blocks, got nothing"],
    [
      "no variables",
      changed((g) => delete g.variables),
      "graph: variables: expected a list, [] without variables, got nothing",
    ],
    [
      "another object",
      { blocks: [] },
      'graph: expected a flow graph, which has "format": "threeray flow", got {"blocks":[]}',
    ],
    [
      "a later version",
      { format: "threeray flow", version: 2 },
      "graph: version: expected 1; a newer release of Threeray may read this file, got 2",
    ],
    ["an unknown field", changed((g) => (g.colour = 1 as never)), "only the fields format, version, variables"],
    ["two blocks of one id", changed((g: any) => g.blocks.push(g.blocks[0])), 'two with the id \\"tone\\"'],
    [
      "a connection to nothing",
      changed((g: any) => (g.connections[0].to[0] = "x")),
      "graph: connection 1: expected the id",
    ],
    [
      "a port that is a number",
      changed((g: any) => (g.connections[0].to[1] = 0)),
      "connection 1: to: expected the id of a block and",
    ],
    [
      "a position of text",
      changed((g: any) => (g.blocks[0].position = "1,2")),
      "block 1: tone: position: expected two numbers",
    ],
    ["an id with a dot", changed((g: any) => (g.blocks[0].id = "a.b")), "block 1: id: expected letters"],
    [
      "parameters in a list",
      changed((g: any) => (g.blocks[0].parameters = [])),
      "tone: parameters: expected an object, got []",
    ],
    [
      "a variable without a value",
      changed((g: any) => (g.variables[0].value = null)),
      "variable 1: fs: expected a number",
    ],
    [
      "a slider upside down",
      changed((g: any) => (g.variables[1].slider.min = 9)),
      "gain: slider: expected numbers min < max",
    ],
    ["a variable named 2x", changed((g: any) => (g.variables[0].name = "2x")), "variable 1: name: expected letters"],
    [
      "too many blocks",
      changed((g: any) => (g.blocks = Array(1001).fill(g.blocks[0]))),
      "blocks: expected at most 1000, got 1001",
    ],
    ["too many variables", changed((g: any) => (g.variables = many(501))), "variables: expected at most 500, got 501"],
    [
      "too many connections",
      changed((g: any) => (g.connections = Array(5001).fill(g.connections[0]))),
      "connections: expected at most 5000, got 5001",
    ],
    [
      "a long description",
      changed((g: any) => (g.description = "x".repeat(20_001))),
      'description: expected at most 20000 characters, got "20001 characters"',
    ],
    [
      "a long title",
      changed((g: any) => (g.title = "x".repeat(20_001))),
      'title: expected at most 20000 characters, got "20001 characters"',
    ],
    [
      "a block with too many parameters",
      changed((g: any) => (g.blocks[0].parameters = { note: "x".repeat(1_000_000) })),
      'parameters: expected at most 1000000 characters, got "1000011 characters"',
    ],
    [
      "a block of a type with a long name",
      changed((g: any) => (g.blocks[0].type = "x".repeat(201))),
      'type: expected at most 200 characters, got "201 characters"',
    ],
  ])("refuses %s", (_, value, message) => {
    expect(() => parseGraph(value)).toThrow(RangeError);
    expect(() => parseGraph(value)).toThrow(message);
  });

  it("takes as many blocks, variables and connections as a graph may have", () => {
    const full = changed((g: any) => {
      const [block] = g.blocks;
      g.blocks = Array.from({ length: 1000 }, (_, i) => ({ ...block, id: `b${i}` }));
      g.variables = many(500);
      g.connections = Array.from({ length: 5000 }, (_, i) => ({
        from: [`b${i % 999}`, "out"],
        to: [`b${1 + (i % 999)}`, "in"],
      }));
      g.description = "x".repeat(20_000);
      g.blocks[0].parameters = { note: "x".repeat(1_000_000 - 11) };
    });
    expect(parseGraph(full).blocks).toHaveLength(1000);
  });

  it("gives a graph or a RangeError for any value", () => {
    const place = fc.constantFrom("format", "version", "variables", "blocks", "connections", "title");
    fc.assert(
      fc.property(place, fc.jsonValue(), fc.boolean(), (name, value, isInList) => {
        const broken = changed((graph: any) => {
          if (isInList && Array.isArray(graph[name])) graph[name][0] = value;
          else graph[name] = value;
        });
        try {
          parseGraph(broken);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("names the file that holds no JSON", () => {
    expect(() => readGraphFile("a.json", "{")).toThrow("a.json: cannot be read as JSON: ");
  });
});

describe("graphs/graph-link", () => {
  it("returns what was encoded", async () => {
    expect(await decodeGraph(await encodeGraph(graph))).toEqual(graph);
    await fc.assert(
      fc.asyncProperty(graphs, async (graph) => {
        const plain = JSON.parse(JSON.stringify(graph)) as Graph;
        expect(await decodeGraph(await encodeGraph(plain))).toEqual(plain);
      }),
      { numRuns: 30 },
    );
  });

  it("takes the characters of an address, and fewer than the JSON has", async () => {
    const text = await encodeGraph(graph);
    expect(text).toMatch(/^[\w-]+$/);
    expect(text.length).toBeLessThan(JSON.stringify(graph).length * 0.9);
  });

  const link = (text: string) => deflateRawSync(text).toString("base64url");

  it.each([
    ["", "characters that links do not have"],
    ["a b", "characters that links do not have"],
    ["abcd", "data that cannot be decompressed"],
    [link(JSON.stringify(graph)).slice(0, 100), "data that cannot be decompressed"],
    [link("3"), "the link's graph: expected an object, got 3"],
    [link("no JSON"), "the link's graph: cannot be read as JSON"],
    [link(" ".repeat(2 ** 23 + 1)), "expected at most 8388608 bytes of JSON, got more"],
    ["a".repeat(2 ** 21 + 1), "found 2097153 characters, expected at most 2097152; save the graph as a file instead"],
  ])("refuses %.20s", async (text, message) => {
    await expect(decodeGraph(text)).rejects.toThrow(RangeError);
    await expect(decodeGraph(text)).rejects.toThrow(message);
  });

  it("gives a graph or a RangeError for any damage", async () => {
    const text = await encodeGraph(graph);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.stringMatching(/^[\w-]$/), async (at, letter) => {
        await decodeGraph(text.slice(0, at) + letter + text.slice(at + 1)).catch((error) =>
          expect(error).toBeInstanceOf(RangeError),
        );
      }),
      { numRuns: 100 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import type { Graph } from "../../flow/graph/graph.ts";
import { Steps } from "../../flow/graph/steps.ts";
import { importGrc } from "./import.ts";

const block = (name: string, id: string, parameters: Record<string, string>) =>
  `- {name: ${name}, id: ${id}, parameters: ${JSON.stringify(parameters)}}\n`;
const variable = (name: string, value: string) => block(name, "variable", { value });
const source = (amp: string) =>
  block("s", "analog_sig_source_x", { type: "complex", waveform: "analog.GR_COS_WAVE", amp });
const fir = (taps: string) => block("f", "fir_filter_xxx", { type: "ccf", taps });
const many = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i)).join("");
const blocks = (...texts: readonly string[]) => `blocks:\n${texts.join("")}`;

/** Files whose content asks for far more work than its size, or for work that grows with its square. */
const FILES: Readonly<Record<string, string>> = {
  "lists that grow tenfold": blocks(
    many(8, (i) => variable(`b${i}`, Array.from({ length: 10 }, () => `b${i + 1}`).join("+"))),
    variable("b8", "[1]"),
    fir("b0"),
  ),
  "lists that repeat": blocks(
    many(30, (i) => variable(`b${i}`, `b${i + 1}*64`)),
    variable("b30", "[1]"),
    fir("b0"),
  ),
  "designs of many taps": blocks(
    many(40, (i) => variable(`t${i}`, "firdes.root_raised_cosine(1, 4, 1, 0.35, 20000)")),
    many(40, (i) => fir(`t${i}`).replace("name: f", `name: f${i}`)),
  ),
  "a use of long lists, many times": blocks(
    variable("l", `[${many(4000, (i) => `${i},`)}]`),
    many(60, (i) => variable(`m${i}`, "l+l+l+l+l+l")),
    fir(Array.from({ length: 100 }, (_, i) => `m${i % 60}`).join("+")),
  ),
  parentheses: blocks(source(`${"(".repeat(5000)}1${")".repeat(5000)}`)),
  "parentheses that do not close": blocks(source("(".repeat(10_000))),
  signs: blocks(source("-".repeat(10_000))),
  "a long sum": blocks(source(`${"1+".repeat(10_000)}1`), fir(`${"[1]+".repeat(10_000)}[1]`)),
  "digits before an imaginary unit": blocks(source(`1+${"1".repeat(10_000)}`), fir(`[1+${"1".repeat(10_000)}x]`)),
  exponents: blocks(source("1e1".repeat(5000)), fir(`[${"1.e-".repeat(5000)}]`)),
  spaces: blocks(source(`1${" ".repeat(50_000)}x`)),
  quotes: blocks(source(`'`.repeat(10_001)), source(`"`.repeat(10_001)).replace("name: s", "name: s2")),
  "variables in reverse order": blocks(
    many(400, (i) => variable(`v${i}`, `v${i + 1}+1`)),
    variable("v400", "1"),
    source("v0"),
  ),
  "variables in a circle": blocks(
    many(400, (i) => variable(`v${i}`, `v${(i + 1) % 400}+1`)),
    source("v0"),
  ),
  "texts in reverse order": blocks(
    many(400, (i) => variable(`v${i}`, `v${i + 1}+"a"`)),
    variable("v400", '"b"'),
    source("v0"),
  ),
  "keys of a map": `blocks:\n- name: s\n  id: analog_sig_source_x\n  parameters:\n${many(5000, (i) => `    k${i}: 1\n`)}`,
  "the same parameters by aliases": `p: &p {${many(5000, (i) => `k${i}: 1, `)}}\nblocks:\n${many(200, (i) => `- {name: b${i}, id: x, parameters: *p}\n`)}`,
  aliases: `a: &a [x]\nb: [${"*a,".repeat(5000)}]\nblocks: []`,
  "aliases of aliases": `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nblocks: [*c,*c,*c,*c,*c]`,
  "brackets of YAML": `blocks: ${"[".repeat(20_000)}`,
  "dashes of YAML": `blocks: ${"- ".repeat(20_000)}`,
  "documents of YAML": "---\n".repeat(20_000),
  "empty lines": `blocks:${"\n".repeat(50_000)} []`,
  "throttles in a row": `${blocks(
    many(200, (i) => block(`t${i}`, "blocks_throttle", {})),
    block("n", "blocks_null_sink", {}),
  )}connections:\n${many(199, (i) => `- [t${i}, '0', t${i + 1}, '0']\n`)}${many(400, () => "- [t199, '0', n, '0']\n")}`,
  "throttles in a circle": `${blocks(
    many(200, (i) => block(`t${i}`, "blocks_throttle", {})),
    block("n", "blocks_null_sink", {}),
  )}connections:\n${many(200, (i) => `- [t${i}, '0', t${(i + 1) % 200}, '0']\n`)}${many(4000, (i) => `- [t${i % 200}, '0', n, '0']\n`)}`,
};

describe("graphs/grc, hostile files", () => {
  it.each(Object.entries(FILES))("bounds the work on %s", async (_, text) => {
    const steps = new Steps(2 ** 22, "a.grc");
    const result = await importGrc("a.grc", text, steps).catch((error: unknown) => error);
    // A step is a token, a part of an expression, or an item of a list.
    expect(steps.taken).toBeLessThan(2 ** 22 + 2 ** 16);
    if (result instanceof Error) return expect(result).toBeInstanceOf(RangeError);
    const { graph } = result as { graph: Graph };
    expect(checkGraph(graph, CATALOGUE).problems.length).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(graph).length).toBeLessThan(2 ** 23);
  });
});

import { describe, expect, it } from "vitest";
import { importsOf, inspect, linesWithout, roomOf, tell } from "./house.mjs";
import { exportedNames, productLines } from "./units.mjs";

/** A small tree of files that follows all rules. */
const sound = {
  "shaders/fir/direct.wgsl": "",
  "shaders/lib/complex.wgsl": "",
  "src/core/gpu/kernel.ts": "",
  "src/core/fir/direct.ts":
    'import direct from "#shaders/fir/direct.wgsl?raw";\nimport complex from "#shaders/lib/complex.wgsl?raw";\nimport { compile } from "../gpu/kernel.ts";',
  "src/core/fir/direct.reference.ts": "",
  "src/core/fir/direct.test.ts": 'import { fir } from "./direct.reference.ts";',
  "src/core/codes/registry.ts": 'import { turbo } from "./turbo/code.ts";',
  "src/core/codes/code.ts": "",
  "src/core/codes/turbo/code.ts": 'import type { Code } from "../code.ts";',
  "src/core/telemetry/packet.ts": "",
  "src/core/telemetry/preamble/metric.ts":
    'import { PACKET } from "../packet.ts";\nimport complex from "#shaders/lib/complex.wgsl?raw";',
  "src/core/mimo/experiment/experiment.ts":
    'const declared = schema("mimo", 1, {});\nimport { codes } from "../../codes/registry.ts";',
  "src/core/experiments.ts": '  mimo: () => import("./mimo/experiment/experiment.ts"),',
  "src/cli/commands.ts": 'import { mimo } from "./mimo.ts";\nconst commands = {\n  mimo,\n};',
  "src/worker/worker.ts":
    'import { experiments } from "../core/experiments.ts";\nimport "../core/fir/direct.ts";\nimport "../core/telemetry/preamble/metric.ts";',
  "src/cli/mimo.ts": 'import "../core/mimo/experiment/experiment.ts";',
  "src/ui/kit/section.tsx": "",
  "src/ui/page/app.tsx": 'import { LABS } from "../labs/registry.ts";',
  "src/ui/labs/registry.ts": '  mimo: () => import("./mimo/lab.ts"),\n  filters: () => import("./filters/lab.ts"),',
  "src/ui/labs/mimo/lab.ts":
    'import { Section } from "../../kit/section.tsx";\nimport "#core/mimo/experiment/experiment.ts";',
  "src/ui/labs/filters/lab.ts": "",
};

/** The rules without exceptions. */
const NONE = { folders: {}, units: {}, names: {} };

/** Returns rule and file of the violations in the small tree after a change. */
const wrongWith = (change, allowed = NONE) =>
  inspect(new Map(Object.entries({ ...sound, ...change })), allowed).map(({ rule, file }) => [rule, file]);

describe("house", () => {
  it("finds no violation in a correct tree", () => {
    expect(wrongWith({})).toEqual([]);
  });

  it.each([
    ["core", "src/core/fir/direct.ts", 'import { open } from "../../worker/client.ts";'],
    ["layers", "src/core/gpu/kernel.ts", 'import { fir } from "../fir/direct.ts";'],
    ["layers", "src/core/fir/direct.bench.ts", 'import { PACKET } from "../telemetry/packet.ts";'],
    ["layers", "src/core/codes/turbo/code.ts", 'import type { PACKET } from "../../telemetry/packet.ts";'],
    ["layers", "src/core/mimo/qr.ts", 'import { PACKET } from "../telemetry/packet.ts";'],
    ["layers", "src/core/mimo/qr.ts", 'const run = await import("./experiment/experiment.ts");'],
    ["reference", "src/core/fir/direct.ts", 'import { fir } from "./direct.reference.ts";'],
    ["shaders", "shaders/fir/odd.wgsl", ""],
    ["kernel", "src/ui/page/app.tsx", 'import { LIMIT, type Fir } from "#core/fir/direct.ts";'],
    ["kernel", "src/ui/page/app.tsx", 'const fir = await import("#core/fir/direct.ts");'],
    ["name", "src/ui/page/app.tsx", 'if (lab === "mimo") return;'],
    ["name", "src/worker/worker.ts", 'open("mimo")'],
    ["name", "src/ui/labs/filters/lab.ts", 'const href = "#mimo?v=1";'],
    ["lab", "src/ui/kit/section.tsx", 'import "../labs/mimo/lab.ts";'],
    ["lab", "src/ui/labs/filters/lab.ts", 'import "../mimo/lab.ts";'],
    ["rooms", "src/ui/elements/dialog.tsx", 'import { Card } from "../figures/card.tsx";'],
    ["rooms", "src/ui/figures/card.tsx", 'import { Section } from "../kit/section.tsx";'],
    ["rooms", "src/ui/kit/section.tsx", 'import type { View } from "../page/view.ts";'],
    ["rooms", "src/ui/kit/section.tsx", 'import type { LabName } from "../labs/registry.ts";'],
    ["rooms", "src/ui/labs/filters/lab.ts", 'import { say } from "../../page/view.ts";'],
    ["rooms", "src/ui/format.ts", 'import { Card } from "./figures/card.tsx";'],
    ["shared", "shaders/lib/odd.wgsl", ""],
    ["unused", "shaders/fir/lib/odd.wgsl", ""],
    ["unused", "src/core/fir/odd.ts", ""],
    ["delete", "src/worker/worker.ts", 'import type { Mimo } from "#core/mimo/experiment/experiment.ts";'],
  ])("finds a violation of the rule %s in %s", (rule, file, text) => {
    expect(wrongWith({ [file]: text })).toContainEqual([rule, file]);
  });

  it.each(['import type { Fir } from "#core/fir/direct.ts";', 'import { type Fir } from "#core/fir/direct.ts";'])(
    "allows the page to import types from modules with kernels: %s",
    (text) => {
      expect(wrongWith({ "src/ui/page/app.tsx": text })).toEqual([]);
    },
  );

  it("finds a cycle of rooms, and names its files", () => {
    const change = {
      "src/core/fft/fft.ts": 'import "../fir/direct.ts";',
      "src/core/fir/odd.ts": 'import "../fft/fft.ts";',
    };
    const violations = inspect(new Map(Object.entries({ ...sound, ...change })), NONE);
    const [violation, ...others] = violations.filter(({ rule }) => rule !== "unused" && rule !== "file cycle");
    expect(others).toEqual([]);
    const steps = "src/core/fir/odd.ts imports src/core/fft/fft.ts; src/core/fft/fft.ts imports src/core/fir/direct.ts";
    expect(tell([violation])[0]).toContain(`in a cycle of rooms fir → fft → fir: ${steps}`);
  });

  it.each([
    ["src/core/fir/direct.ts", "fir"],
    ["src/core/codes/turbo/decoder.ts", "codes/turbo"],
    ["src/core/codes/turbo/experiment/sweep.ts", "codes/turbo/experiment"],
    ["src/core/telemetry/experiment/figures/eye.ts", "telemetry/experiment"],
    ["src/core/codes/registry.ts", "codes/registry"],
    ["src/core/experiments.ts", "registry"],
    ["src/core/experiment.ts", "core"],
  ])("assigns %s to the room %s", (file, room) => {
    expect(roomOf(file)).toBe(room);
  });

  it("finds a shader of shaders/lib that one domain uses", () => {
    const alone = { "src/core/telemetry/preamble/metric.ts": "" };
    expect(wrongWith(alone)).toContainEqual(["shared", "shaders/lib/complex.wgsl"]);
  });

  it("finds a unit that only its test reaches, and allows it with a reason", () => {
    const odd = { "src/core/fir/odd.ts": "", "src/core/fir/odd.test.ts": 'import "./odd.ts";' };
    expect(wrongWith(odd)).toEqual([["unused", "src/core/fir/odd.ts"]]);
    expect(wrongWith(odd, { ...NONE, units: { "src/core/fir/odd.ts": "shown later" } })).toEqual([]);
  });

  it("lets the page import definitions of blocks, whose plans load later and whose expressions name libraries", () => {
    const definition = (text) => ({ "src/core/fir/odd.ts": text, "src/ui/page/app.tsx": 'import "#core/fir/odd.ts";' });
    const plan = { "src/core/fir/odd.plan.ts": 'import { odd } from "./odd.ts";\nimport { fir } from "./direct.ts";' };
    expect(wrongWith({ ...definition('const plan = () => import("./odd.plan.ts");'), ...plan })).toEqual([]);
    expect(wrongWith(definition('import complex from "#shaders/lib/complex.wgsl?raw";'))).toEqual([]);
    expect(wrongWith({ ...definition('import { odd } from "./odd.plan.ts";'), ...plan })).toContainEqual([
      "kernel",
      "src/ui/page/app.tsx",
    ]);
  });

  it("refuses an exception that is not needed", () => {
    const names = { Page: "why" };
    expect(wrongWith({}, { ...NONE, names })).toEqual([["allowed", "scripts/house-allowed.mjs"]]);
  });

  it("finds a cycle of values between the files of one room, once, and none of types", () => {
    const direct = sound["src/core/fir/direct.ts"];
    const cycle = (back) => ({
      "src/core/fir/direct.ts": `${direct}\nimport { odd } from "./odd.ts";`,
      "src/core/fir/odd.ts": back,
    });
    const value = cycle('import { type Fir, fir } from "./direct.ts";');
    expect(wrongWith(value)).toEqual([["file cycle", "src/core/fir/direct.ts"]]);
    expect(wrongWith(cycle('import type { Fir } from "./direct.ts";'))).toEqual([]);
  });

  it("finds a folder with too many product files, and counts no tests", () => {
    const files = (count, suffix) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/cli/c${i}${suffix}`, ""]));
    // The small tree has two files in this folder.
    expect(wrongWith({ ...files(38, ".ts"), ...files(50, ".test.ts") })).toEqual([]);
    expect(wrongWith(files(39, ".ts"))).toEqual([["folder", "src/cli"]]);
    expect(wrongWith(files(39, ".ts"), { ...NONE, folders: { "src/cli": "why" } })).toEqual([]);
  });

  it("finds a name that two files of the core export, and allows asks, runs, references and what is passed on", () => {
    const direct = sound["src/core/fir/direct.ts"];
    const metric = sound["src/core/telemetry/preamble/metric.ts"];
    const both = (a, b) => ({
      "src/core/fir/direct.ts": `${direct}\n${a}`,
      "src/core/telemetry/preamble/metric.ts": `${metric}\n${b}`,
    });
    const page = both("export interface Page {}", "export type Page = number;");
    expect(wrongWith(page)).toEqual([["names", "src/core/fir/direct.ts"]]);
    expect(wrongWith(page, { ...NONE, names: { Page: "why" } })).toEqual([]);
    expect(wrongWith(both("export const asks = 1;", "export const asks = 2;"))).toEqual([]);
    expect(wrongWith(both("export const a = 1;", 'export { a } from "./packet.ts";'))).toEqual([]);
    expect(
      wrongWith({
        ...page,
        "src/core/telemetry/preamble/metric.ts": metric,
        "src/core/fir/direct.reference.ts": "export type Page = 1;",
      }),
    ).toEqual([]);
  });

  it("reads exported names, each once", () => {
    const text =
      "export async function a(x: 1): void;\nexport async function a() {}\nexport abstract class B {}\n" +
      "export const c = 1;\nexport function* d() {}\nexport type E = 1;\nconst f = 2;\n// export const g = 3;";
    expect([...exportedNames(text)]).toEqual(["a", "B", "c", "d", "E"]);
  });

  it("counts the lines of the product, and none of tests, benches, references and vectors", () => {
    const text = "one\ntwo\n";
    const paths = [
      "src/main.tsx",
      "src/core/fir/direct.ts",
      "src/core/fir/direct.test.ts",
      "src/core/fir/direct.bench.ts",
      "src/core/fir/direct.reference.ts",
      "src/core/fir/testing.ts",
      "src/core/fir/direct.vectors.json",
      "src/ui/labs/mimo/lab.ts",
      "shaders/fir/lib/page.wgsl",
      "e2e/mimo.spec.ts",
    ];
    const { total, rooms } = productLines(new Map(paths.map((path) => [path, text])));
    expect(total).toBe(8);
    expect([...rooms]).toEqual([
      ["src", 2],
      ["src/core/fir", 2],
      ["src/ui/labs", 2],
      ["shaders/fir", 2],
    ]);
  });

  it("reads imports of all kinds", () => {
    const text =
      'import a from "./a.ts";\nexport { b } from "../b.ts";\nimport "#core/c.ts";\nawait import("#shaders/d.wgsl?raw");';
    expect(importsOf("src/core/x/y.ts", text)).toEqual([
      "src/core/x/a.ts",
      "src/core/b.ts",
      "src/core/c.ts",
      "shaders/d.wgsl",
    ]);
  });

  it("removes a lab's lines from the registries", () => {
    const owns = (path) => path === "src/cli/mimo.ts" || path.startsWith("src/ui/labs/mimo/");
    expect(linesWithout("mimo", "src/cli/commands.ts", sound["src/cli/commands.ts"], owns)).toBe(
      "const commands = {\n};",
    );
    const labs = sound["src/ui/labs/registry.ts"];
    expect(linesWithout("mimo", "src/ui/labs/registry.ts", labs, owns)).toBe(
      '  filters: () => import("./filters/lab.ts"),',
    );
    const entry = (lab) => `  ${lab}: {\n    load: () => import("./${lab}/lab.ts"),\n    viewer: true,\n  },\n`;
    const blocks = `${entry("mimo")}${entry("filters")}};`;
    expect(linesWithout("mimo", "src/ui/labs/registry.ts", blocks, owns)).toBe(`${entry("filters")}};`);
  });
});

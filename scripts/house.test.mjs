import { describe, expect, it } from "vitest";
import { importsOf, inspect, linesWithout, roomOf, tell } from "./house.mjs";

/** A small tree of files that follows all rules. */
const sound = {
  "shaders/fir/direct.wgsl": "",
  "shaders/lib/complex.wgsl": "",
  "src/core/gpu/kernel.ts": "",
  "src/core/fir/direct.ts":
    'import direct from "#shaders/fir/direct.wgsl?raw";\nimport { compile } from "../gpu/kernel.ts";',
  "src/core/fir/direct.reference.ts": "",
  "src/core/fir/direct.test.ts": 'import { fir } from "./direct.reference.ts";',
  "src/core/codes/registry.ts": 'import { turbo } from "./turbo/code.ts";',
  "src/core/codes/code.ts": "",
  "src/core/codes/turbo/code.ts": 'import type { Code } from "../code.ts";',
  "src/core/telemetry/packet.ts": "",
  "src/core/telemetry/preamble/metric.ts": 'import { PACKET } from "../packet.ts";',
  "src/core/mimo/experiment/experiment.ts":
    'const defaults = { lab: "mimo" };\nimport { codes } from "../../codes/registry.ts";',
  "src/core/experiments.ts": '  mimo: () => import("./mimo/experiment/experiment.ts"),',
  "src/cli/commands.ts": 'import { mimo } from "./mimo.ts";\nconst commands = {\n  mimo,\n};',
  "src/cli/mimo.ts": 'import "../core/mimo/experiment/experiment.ts";',
  "src/ui/kit/section.tsx": "",
  "src/ui/page/app.tsx": 'import { LABS } from "../labs/registry.ts";',
  "src/ui/labs/registry.ts": '  mimo: () => import("./mimo/lab.ts"),\n  filters: () => import("./filters/lab.ts"),',
  "src/ui/labs/mimo/lab.ts":
    'import { Section } from "../../kit/section.tsx";\nimport "#core/mimo/experiment/experiment.ts";',
  "src/ui/labs/filters/lab.ts": "",
};

/** Returns rule and file of the violations in the small tree after a change. */
const wrongWith = (change) =>
  inspect(new Map(Object.entries({ ...sound, ...change }))).map(({ rule, file }) => [rule, file]);

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
    const [violation, ...others] = inspect(new Map(Object.entries({ ...sound, ...change })));
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

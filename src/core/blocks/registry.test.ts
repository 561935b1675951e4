import { describe, expect, it } from "vitest";
import { checkField, type Field } from "../configuration/fields.ts";
import type { BlockFactory, BlockInstance } from "../flow/build/block-factory.ts";
import { type AnyBlockType, CATEGORIES, type Ports } from "../flow/graph/block-type.ts";
import { shapeOf } from "../flow/graph/shape.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

const names = Object.keys(BLOCKS).toSorted() as BlockName[];
const typeOf = (name: BlockName): AnyBlockType => BLOCKS[name];

/** A place where blocks that need a sample rate work. */
const PLACE = { hz: { in: 200_000, a: 200_000, b: 200_000 }, isOnCycle: false };

/** Places of blocks that need another one. */
const PLACES: Partial<Record<BlockName, typeof PLACE>> = {
  "signal-decoder": { ...PLACE, hz: { ...PLACE.hz, in: 2_400_000 } },
};

const instance = (name: BlockName): BlockInstance =>
  (CATALOGUE.factories[name] as BlockFactory<object>)(structuredClone(typeOf(name).defaults), PLACES[name] ?? PLACE);

const namesOf = (ports: readonly { name: string }[]) => ports.map(({ name }) => name).toSorted();

/** Returns the names of a block's inputs and outputs as its factory has them. */
function portsOf(block: BlockInstance, ports: Ports): { inputs: string[]; outputs: string[] } {
  switch (block.kind) {
    case "sample": {
      const named = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, name]));
      const outputs = block.outputs(named(namesOf(ports.inputs)), named(Object.keys(block.uniforms)), "n");
      return { inputs: namesOf(ports.inputs), outputs: Object.keys(outputs).toSorted() };
    }
    case "chain":
      return { inputs: ["in"], outputs: ["out"] };
    case "plan":
      return { inputs: Object.keys(block.consumes).toSorted(), outputs: Object.keys(block.produces).toSorted() };
    case "source":
      return { inputs: [], outputs: ["out"] };
    case "sink":
      return { inputs: Object.keys(block.consumes).toSorted(), outputs: [] };
  }
}

describe("blocks/registry", () => {
  it.each(names)("%s has texts in full sentences, and fields with defaults that they take", (name) => {
    const { title, category, summary, help, keywords = [], fields, defaults } = typeOf(name);
    expect(title).toMatch(/^[\p{Lu}\d].*[^.]$/u);
    expect(CATEGORIES).toContain(category);
    expect(summary).toMatch(/^\p{Lu}[^\n]*\.$/u);
    expect(help).toMatch(/^[\p{Lu}“][^\n]*\.$/u);
    expect(new Set(keywords).size).toBe(keywords.length);
    expect(Object.keys(defaults).toSorted()).toEqual(Object.keys(fields).toSorted());
    for (const [field, { label, description }] of Object.entries(fields)) {
      expect(label, field).toMatch(/^[\p{L}“]/u);
      expect(description, field).toMatch(/\.$/);
    }
    for (const [field, value] of Object.entries(defaults)) checkField(field, fields[field], value);
  });

  it.each(names)("%s has the ports that its factory makes, and a float64 counterpart", (name) => {
    const type = typeOf(name);
    const ports = type.ports(structuredClone(type.defaults));
    const block = instance(name);
    expect(portsOf(block, ports)).toEqual({ inputs: namesOf(ports.inputs), outputs: namesOf(ports.outputs) });
    expect(() => shapeOf(block, ports)).not.toThrow();
    const isOutside = block.kind === "sink" || block.kind === "source";
    expect(Object.hasOwn(CATALOGUE.float64, name)).toBe(!isOutside);
    const changing = Object.values(type.fields).some(({ change }) => change === "set");
    if (block.kind === "sample" || block.kind === "chain") expect(block.set !== undefined).toBe(changing);
  });

  // After a change: npx vitest run src/core/blocks/registry -u
  it("is printed in docs/blocks.md", async () => {
    await expect(printed()).toMatchFileSnapshot("../../../docs/blocks.md");
  });
});

function printed(): string {
  const sections = CATEGORIES.map((category) => {
    const own = names.filter((name) => typeOf(name).category === category);
    return `## ${category[0].toUpperCase()}${category.slice(1)}\n\n${own.map(entry).join("\n")}`;
  });
  const intro =
    "Every block of flow graphs, by category. The texts come from the registry, `src/core/blocks/registry.ts`. Parameters marked * " +
    "can change while a graph runs.";
  return `# Blocks\n\n${intro}\n\n${sections.join("\n")}`;
}

function entry(name: BlockName): string {
  const { title, summary, formula, help, keywords, fields, defaults, ports } = typeOf(name);
  const { inputs, outputs } = ports(structuredClone(defaults));
  const listed = (of: Ports["inputs"]) =>
    of.map((port) => `${port.name} (${port.type}${(port.vector ?? 1) > 1 ? ` × ${port.vector}` : ""})`).join(", ");
  const arrow = [inputs, outputs].map((of) => listed(of) || "nothing").join(" → ");
  const lines = Object.entries(fields).map(([field, { change, label, description, ...rest }]) => {
    const value = JSON.stringify((defaults as Record<string, unknown>)[field]);
    return `- \`${field}\`${change === "set" ? "\\*" : ""} (${label}${rangeOf(rest as Field)}, default \`${value}\`): ${description}`;
  });
  return [
    `### ${title} (\`${name}\`)\n`,
    `${summary} ${help}\n`,
    ...(formula ? [`> ${formula}\n`] : []),
    `Ports with these defaults: ${arrow}.\n`,
    ...(lines.length > 0 ? [`${lines.join("\n")}\n`] : []),
    ...(keywords ? [`Also found as: ${keywords.join(", ")}.\n`] : []),
  ].join("\n");
}

function rangeOf(field: Field): string {
  const shown = (value: number) =>
    (Math.abs(value) >= 1e7 ? value.toExponential().replace("e+", "e") : String(value)).replace(/^-/, "−");
  if (field.kind === "number") {
    return `, ${shown(field.min)} to ${shown(field.max)}${field.unit ? ` ${field.unit}` : ""}`;
  }
  return field.kind === "choice" || field.kind === "list" ? `: ${field.choices.join(", ")}` : "";
}

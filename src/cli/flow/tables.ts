import { BLOCKS } from "../../core/blocks/registry.ts";
import { type AnyBlockType, CATEGORIES } from "../../core/flow/graph/block-type.ts";
import { PRESETS } from "../../core/graphs/presets/registry.ts";
import type { CheckedEdge, CheckedGraph } from "../../core/flow/graph/checked-graph.ts";
import type { Problem } from "../../core/flow/graph/graph.ts";
import { table } from "../table.ts";

/** Problems that the terminal shows. `--check --json` writes all of them. */
const MOST_PROBLEMS = 40;

/** Returns what is wrong, one line each. */
export function problemLines(problems: readonly Problem[]): string {
  const lines = problems.slice(0, MOST_PROBLEMS).map((problem) => `${placeOf(problem)}${problem.message}\n`);
  const rest = problems.length - lines.length;
  return lines.join("") + (rest > 0 ? `… and ${rest} more; --check --json FILE writes all of them\n` : "");
}

function placeOf({ block, port, parameter }: Problem): string {
  const within = port ?? parameter;
  if (block !== undefined) return within === undefined ? `${block}: ` : `${block}.${within}: `;
  return parameter === undefined ? "" : `${parameter}: `;
}

/** Returns a checked graph as text: variables, connections with their types and rates, and fused blocks. */
export function checkText({ variables, blocks, edges, groups, problems }: CheckedGraph): string {
  const values = Object.entries(variables).map(([name, value]) => `  ${name} = ${value}\n`);
  const rows = edges.map((edge) => [
    `${edge.from.join(".")} → ${edge.to.join(".")}`,
    typeText(edge),
    edge.hz === undefined ? "" : `${edge.hz} Hz`,
    `${edge.hasVariableRate ? "≤ " : ""}${edge.itemsPerPageUnit}`,
  ]);
  const parts = [
    values.length ? `Variables:\n${values.join("")}` : "",
    `${counted(blocks.length, "block")}, ${counted(edges.length, "connection")}.\n`,
    rows.length ? table(["connection", "items", "rate", "smallest page"], rows) : "",
    groups.length ? `Fused, one kernel each:\n${groups.map((group) => `  ${group.join(" + ")}\n`).join("")}` : "",
    problems.length ? `${counted(problems.length, "problem")}:\n${problemLines(problems)}` : "The graph can run.\n",
  ];
  return parts.filter(Boolean).join("\n");
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

const typeText = ({ type, vector }: CheckedEdge) => (vector > 1 ? `${type}[${vector}]` : type);

/** Returns a checked graph for `--json`. */
export const checkReport = ({ variables, blocks, edges, groups, problems }: CheckedGraph) => ({
  variables,
  blocks: blocks.map(({ id, type, parameters, ports }) => ({ id, type, parameters, ports })),
  connections: edges,
  fused: groups,
  problems,
  canRun: problems.length === 0,
});

/** Returns all presets, and all blocks by category. */
export function blockList(): string {
  const presets = PRESETS.map(({ name, title }) => `  ${name}: ${title}\n`).join("");
  return `presets\n${presets}\n${byCategory()}`;
}

function byCategory(): string {
  const types: [string, AnyBlockType][] = Object.entries(BLOCKS);
  return CATEGORIES.map((category) => {
    const own = types.filter(([, type]) => type.category === category);
    return own.length ? `${category}\n${own.map(([name, type]) => describe(name, type)).join("")}` : "";
  })
    .filter(Boolean)
    .join("\n");
}

function describe(name: string, { title, summary, fields, defaults, ports }: AnyBlockType): string {
  const { inputs, outputs } = ports(defaults);
  const named = (list: readonly { name: string; type: string }[]) =>
    list.map((port) => `${port.name} (${port.type})`).join(", ") || "nothing";
  const parameters = Object.keys(fields).join(", ") || "none";
  return `  ${name}: ${title}. ${summary}\n      from ${named(inputs)} to ${named(outputs)}; parameters: ${parameters}\n`;
}

/** Returns all presets and blocks for `--json`. */
export const blockReport = () => ({
  presets: PRESETS.map(({ name, title }) => ({ name, title })),
  blocks: Object.entries(BLOCKS).map(([name, type]: [string, AnyBlockType]) => ({
    name,
    title: type.title,
    category: type.category,
    summary: type.summary,
    formula: type.formula,
    help: type.help,
    keywords: type.keywords,
    fields: type.fields,
    defaults: type.defaults,
    ports: type.ports(type.defaults),
  })),
});

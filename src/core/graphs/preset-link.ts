import { decodeFields, encodeFields, encodeRange } from "../configuration/address.ts";
import { equal } from "../configuration/equal.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { GRAPHS, type GraphExperiment } from "./experiment.ts";
import type { Preset } from "./presets/preset.ts";
import { PRESETS } from "./presets/registry.ts";
import { setInGraph } from "./set-in-graph.ts";

/** A preset with other values of its variables and parameters: "ebn0:3,receiver.equalizer:zf". */
export interface PresetLink {
  preset: string;
  /** Empty for the preset as it is. */
  set: string;
}

/** The graph of a link: a preset, or a graph as compressed text. */
export type GraphOfLink = PresetLink | { graph: string };

/** How a graph runs, and the graph. */
export interface GraphScenario {
  config: GraphExperiment;
  of: GraphOfLink;
}

/**
 * Returns the preset of a link.
 *
 * @throws RangeError that lists the presets if there is none of this name.
 */
export function presetNamed(name: string): Preset {
  const preset = PRESETS.find((one) => one.name === name);
  if (preset) return preset;
  const names = PRESETS.map((one) => one.name).join(", ");
  throw new RangeError(`link: there is no preset “${name}”; the presets are ${names}`);
}

/** Returns what a link's fragment holds. @throws RangeError or TypeError for wrong fields. */
export function readGraphLink(fragment: string): GraphScenario {
  const given: { preset?: string; set?: string; graph?: string } = {};
  const config = GRAPHS.parse(
    decodeFields(GRAPHS, fragment, {
      preset: (name) => void (given.preset = name),
      set: (text) => void (given.set = text),
      graph: (text) => void (given.graph = text),
    }),
  );
  const { preset = PRESETS[0].name, set = "", graph } = given;
  if (graph !== undefined) {
    if (set === "") return { config, of: { graph } };
    throw new RangeError("link: “set” changes a preset, and this link holds a whole graph; remove one of them");
  }
  // The short form is the same for each order, and without values that the preset has.
  return { config, of: presetLinkOf(graphOfPreset({ preset, set })) ?? { preset, set } };
}

/** Returns a link's parameters. */
export function writeGraphLink({ config, of }: GraphScenario): string {
  const parts = encodeFields(GRAPHS, config);
  if ("graph" in of) parts.push(`graph=${of.graph}`);
  else {
    if (of.preset !== PRESETS[0].name) parts.push(`preset=${of.preset}`);
    if (of.set !== "") parts.push(`set=${encodeRange(of.set)}`);
  }
  return `${config.lab}?${parts.join("&")}`;
}

/** The graph that was made last: a link is read after each change of the page. */
let last: { link: PresetLink; graph: Graph } | undefined;

/**
 * Returns the graph of a preset with a link's values.
 *
 * @throws RangeError for a preset, a variable or a parameter that does not exist.
 */
export function graphOfPreset(link: PresetLink): Graph {
  if (last && equal(last.link, link)) return last.graph;
  const { graph } = presetNamed(link.preset);
  if (link.set === "") return graph;
  const changed = link.set.split(",").reduce((of, setting) => {
    const at = setting.indexOf(":");
    if (at < 1) throw new RangeError(`link: each part of “set” must be NAME:VALUE, got “${setting}”`);
    return setInGraph(of, setting.slice(0, at), setting.slice(at + 1));
  }, graph);
  last = { link, graph: changed };
  return changed;
}

/** Returns the preset that a graph equals except for values that a link can hold; undefined for another graph. */
export function presetLinkOf(graph: Graph): PresetLink | undefined {
  for (const { name, title, graph: preset } of PRESETS) {
    if (graph === preset) return { preset: name, set: "" };
    // Most graphs differ from a preset of another title in any case.
    if (title !== graph.title || graph.blocks.length !== preset.blocks.length) continue;
    const link = { preset: name, set: settings(graph, preset).join(",") };
    try {
      if (equal(graphOfPreset(link), graph)) return link;
    } catch {
      // It has other variables or blocks.
    }
  }
  return undefined;
}

/** Returns the values in which a graph differs from a preset. */
function settings(graph: Graph, preset: Graph): string[] {
  const variables = graph.variables.flatMap(({ name, value }, i) =>
    preset.variables[i]?.value === value ? [] : [`${name}:${value}`],
  );
  const parameters = graph.blocks.flatMap((block, i) =>
    Object.entries(block.parameters).flatMap(([name, value]) =>
      equal(preset.blocks[i].parameters[name], value) || (typeof value !== "number" && typeof value !== "string")
        ? []
        : [`${block.id}.${name}:${value}`],
    ),
  );
  return [...variables, ...parameters];
}

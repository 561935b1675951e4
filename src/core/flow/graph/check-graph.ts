import type { Draft } from "../build/make-blocks.ts";
import { assembleGraph } from "./assemble-graph.ts";
import type { AnyBlockType, Ports } from "./block-type.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CheckedGraph } from "./checked-graph.ts";
import type { Names } from "./expression.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkConnections } from "./connect.ts";
import type { Graph, Problem } from "./graph.ts";
import { type ReadBlock, readGraph, type Reporter, sentence } from "./read-graph.ts";
import { graphSteps, type Steps } from "./steps.ts";

/**
 * Checks a graph: parameters, connections, types, rates and cycles. It never throws, for any JSON value. What has
 * problems is left out, and the rest is checked nevertheless.
 */
export function checkGraph(graph: Graph, catalogue: Catalogue): CheckedGraph {
  const problems: Problem[] = [];
  const report: Reporter = (problem) => void problems.push(problem);
  const steps = graphSteps();
  const { variables, blocks: read, connections } = readGraph(graph, report, steps);
  const typed = read.filter((block) => isKnown(block, catalogue, report));
  const drafts = typed.flatMap((block) => draftOf(block, catalogue.types[block.type], { variables, steps }, report));
  const ports = new Map(read.map(({ id }): [string, Ports | undefined] => [id, undefined]));
  for (const { id, ports: blockPorts } of drafts) ports.set(id, blockPorts);
  const edges = checkConnections(connections, ports, report);
  const values = Object.entries(variables).flatMap(([name, value]) =>
    typeof value === "number" ? [[name, value]] : [],
  );
  return {
    problems,
    variables: Object.fromEntries(values),
    ...assembleGraph(drafts, edges, catalogue.factories, report),
  };
}

function isKnown({ id, type }: ReadBlock, { types }: Catalogue, report: Reporter): boolean {
  if (Object.hasOwn(types, type)) return true;
  report({ block: id, message: `There is no block type "${type}". Replace the block, or delete it.` });
  return false;
}

/** Returns the block with its parameters and ports, or nothing if they have problems. */
function draftOf(
  block: ReadBlock,
  type: AnyBlockType,
  { variables, steps }: { variables: Names; steps: Steps },
  report: Reporter,
): Draft[] {
  const parameters = checkParameters(block, type, variables, report, steps);
  if (!parameters) return [];
  try {
    return [{ id: block.id, type: block.type, parameters, ports: type.ports(parameters) }];
  } catch (error) {
    report({ block: block.id, message: sentence(error) });
    return [];
  }
}

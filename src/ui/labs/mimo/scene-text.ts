import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { fixed, plain } from "../../format.ts";
import { labelOf, type Scene, streamOf } from "./scenes.ts";

/** A step's name. */
export function titleOf(scene: Scene): string {
  const { kind, stage, list } = scene;
  switch (kind) {
    case "begin":
      return `Paths begin at ${streamOf(scene, stage)}`;
    case "reduction":
      return `Edge reduction to ${streamOf(scene, stage)}`;
    case "extension":
      return `List of ${streamOf(scene, list)}: extension to ${streamOf(scene, stage)}`;
    case "verdict":
      return `List of ${streamOf(scene, list)}: its bits`;
    case "end":
      return "All bits";
  }
}

/** A sentence or two on what happens in a step, with its numbers. */
export function textOf(scene: Scene, traversal: Traversal): string {
  const { points: Q, bitsPerSymbol: B } = traversal;
  const { kind, stage, list, sent, distances, paths, considered } = scene;
  const name = (vertex: number) => labelOf(vertex, B);
  const best = distances.values.indexOf(Math.min(...distances.values));
  const { values } = distances;
  /** True if the path through the transmitted vertex holds the transmitted symbols of all stages so far. */
  const alive = paths[sent[distances.stage]]?.every((symbol, k) => symbol === undefined || symbol === sent[k]);
  switch (kind) {
    case "begin":
      return (
        `After H = QR the last row of R involves ${streamOf(scene, stage)} only. A path begins at each of its ${Q} symbols. ` +
        `The nearest is ${name(best)}, at ${fixed(values[best], 2)} N0` +
        (best === sent[stage]
          ? ", which was transmitted."
          : `. The transmitted one, ${name(sent[stage])}, is ${ordinal(rankOf(values, sent[stage]))}.`)
      );
    case "reduction": {
      const origins = new Set(scene.trunk.filter((link) => link.stage === stage).map(({ from }) => from));
      const dead = Q - origins.size;
      return (
        `${plain(considered.length)} edges lead to ${streamOf(scene, stage)}. Each of its ${Q} symbols keeps the best one. ` +
        (dead === 0
          ? "Every path continues. "
          : dead === 1
            ? "One path ends here. "
            : `${dead} of ${Q} paths end here. `) +
        (alive
          ? "The transmitted path is still among the survivors."
          : "The transmitted path is not among the survivors.")
      );
    }
    case "extension":
      return (
        `Each of the ${Q} paths through ${streamOf(scene, list)} continues to the nearest symbol of ${streamOf(scene, stage)}: ` +
        `${Q} of ${plain(considered.length)} edges. Every vertex of ${streamOf(scene, list)} keeps its path.`
      );
    case "verdict": {
      const wrong = scene.hypotheses.filter(({ llr, sent }) => llr > 0 !== (sent === 1)).length;
      return (
        `The list has one path through every symbol of ${streamOf(scene, list)}. Each of its ${B} bits has a best path with a 0 and one with a 1, ` +
        `and the LLR is the difference of their distances. ${wrong === 0 ? "All signs are correct." : `${wrong} of ${B} signs ${wrong === 1 ? "is" : "are"} wrong.`} ` +
        (alive ? "The transmitted path is on the list." : "The transmitted path is not on the list.")
      );
    }
    case "end":
      return endText(scene, traversal);
  }
}

function endText({ hypotheses }: Scene, { llr, maxLog, antennas: M, orders }: Traversal): string {
  const wrong = hypotheses.filter(({ llr, sent }) => llr > 0 !== (sent === 1)).length;
  const lists = M === 1 ? "The list has" : `${M} lists have`;
  const many =
    orders.length > 1
      ? `${orders.length} orders give each of ${llr.length} bits its best hypotheses. `
      : `${lists} given each of ${llr.length} bits an LLR, none of them clipped. `;
  const said = `${many}${
    wrong === 0 ? "All signs are correct" : `${wrong} of the signs ${wrong === 1 ? "is" : "are"} wrong`
  }.`;
  if (!maxLog) return `${said} An exhaustive search would have too many symbol vectors here.`;
  const largest = Math.max(...llr.map((value, i) => Math.abs(value - maxLog[i])));
  const same = largest < 1e-3;
  const mixed = hypotheses.filter(({ order }) => order[0] !== order[1]).length;
  const shared = mixed > 0 ? ` ${mixed} bits have their two hypotheses from different orders.` : "";
  return `${said}${shared} ${
    same
      ? "The exhaustive search gives the same LLRs."
      : `The exhaustive search gives LLRs that differ by up to ${fixed(largest, 2)}: some best path is not on a list.`
  }`;
}

/** Rank of a value: 1 for the smallest. */
const rankOf = (values: readonly number[], at: number) => values.filter((value) => value < values[at]).length + 1;

export function ordinal(rank: number): string {
  const names = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  if (names[rank]) return names[rank];
  const teen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${(teen ? undefined : ["th", "st", "nd", "rd"][rank % 10]) ?? "th"}`;
}

/** The reading of a vertex at the cursor. */
export function vertexText(scene: Scene, { bitsPerSymbol: B }: Traversal, vertex: number): string {
  const { distances, paths, kind, sent } = scene;
  const { stage, values } = distances;
  const rank = rankOf(values, vertex);
  const symbols = paths[vertex]
    .map((symbol, k) =>
      symbol === undefined || k === stage ? undefined : `${labelOf(symbol, B)} of ${streamOf(scene, k)}`,
    )
    .filter((part) => part !== undefined)
    .toReversed();
  const path = kind === "begin" || symbols.length === 0 ? "" : `; its path: ${symbols.join(", ")}`;
  const mark = sent[stage] === vertex ? ", sent" : "";
  return `${labelOf(vertex, B)} of ${streamOf(scene, stage)}${mark}: ${fixed(values[vertex], 2)} N0, ${rank === 1 ? "the best" : ordinal(rank)}${path}`;
}

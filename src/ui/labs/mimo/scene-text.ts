import type { Traversal } from "#core/mimo/experiment/vector.ts";
import { fixed, plain } from "../../format.ts";
import { labelOf, type Scene, streamOf } from "./scenes.ts";

/** A step's name. */
export function titleOf({ kind, stage, list }: Scene): string {
  switch (kind) {
    case "begin":
      return `Paths begin at ${streamOf(stage)}`;
    case "reduction":
      return `Edge reduction to ${streamOf(stage)}`;
    case "extension":
      return `List of ${streamOf(list)}: extension to ${streamOf(stage)}`;
    case "verdict":
      return `List of ${streamOf(list)}: its bits`;
    case "end":
      return "All bits";
  }
}

/** What happens in a step, with its own numbers. */
export function textOf(scene: Scene, traversal: Traversal): string {
  const { points: Q, sent, bitsPerSymbol: B } = traversal;
  const { kind, stage, list, distances, ways, considered } = scene;
  const name = (vertex: number) => labelOf(vertex, B);
  const best = distances.values.indexOf(Math.min(...distances.values));
  const { values } = distances;
  /** Whether the sent symbols, as far as they have been come to, are on the path through the sent vertex. */
  const alive = ways[sent[distances.stage]]?.every((symbol, k) => symbol === undefined || symbol === sent[k]);
  switch (kind) {
    case "begin":
      return (
        `After H = QR the last row of R holds ${streamOf(stage)} alone. A path begins at each of its ${Q} symbols; ` +
        `the nearest is ${name(best)}, at ${fixed(values[best], 2)} N0` +
        (best === sent[stage]
          ? ", and it is the one that was sent."
          : `; the one that was sent, ${name(sent[stage])}, is ${ordinal(rankOf(values, sent[stage]))}.`)
      );
    case "reduction": {
      const origins = new Set(scene.trunk.filter((link) => link.stage === stage).map(({ from }) => from));
      const dead = Q - origins.size;
      return (
        `${plain(considered.length)} edges lead to ${streamOf(stage)}; each of its ${Q} symbols keeps the best one. ` +
        (dead === 0
          ? "Every path goes on. "
          : dead === 1
            ? "One path ends here. "
            : `${dead} of ${Q} paths end here. `) +
        (alive ? "The sent path is still among the survivors." : "The sent path is not among the survivors.")
      );
    }
    case "extension":
      return (
        `Each of the ${Q} paths through ${streamOf(list)} goes on to the one symbol of ${streamOf(stage)} that fits it best: ` +
        `${Q} of ${plain(considered.length)} edges. No vertex of ${streamOf(list)} is lost.`
      );
    case "verdict": {
      const wrong = scene.hypotheses.filter(({ llr, sent }) => llr > 0 !== (sent === 1)).length;
      return (
        `One path through every symbol of ${streamOf(list)}: each of its ${B} bits finds a best path with a 0 and one with a 1, ` +
        `and the LLR is their difference. ${wrong === 0 ? "All signs are right." : `${wrong} of ${B} signs are wrong.`} ` +
        (alive ? "The sent path is on the list." : "The sent path is not on the list: another one took its place.")
      );
    }
    case "end":
      return endText(scene, traversal);
  }
}

function endText({ hypotheses }: Scene, { llr, maxLog, antennas: M }: Traversal): string {
  const wrong = hypotheses.filter(({ llr, sent }) => llr > 0 !== (sent === 1)).length;
  const lists = M === 1 ? "The list has" : `${M} lists have`;
  const said = `${lists} given an LLR to each of ${llr.length} bits, none of them clipped; ${
    wrong === 0 ? "all signs are right" : `${wrong} of the signs ${wrong === 1 ? "is" : "are"} wrong`
  }.`;
  if (!maxLog) return `${said} There are too many symbol vectors to compare them all here.`;
  const largest = Math.max(...llr.map((value, i) => Math.abs(value - maxLog[i])));
  const same = largest < 1e-3;
  return `${said} ${
    same
      ? "The LLRs are those of the exhaustive search."
      : `The exhaustive search differs by up to ${fixed(largest, 2)}: some best path was not on a list.`
  }`;
}

/** 1 for the least of the values. */
const rankOf = (values: readonly number[], at: number) => values.filter((value) => value < values[at]).length + 1;

export function ordinal(rank: number): string {
  const names = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  return names[rank] ?? `${rank}th`;
}

/** What the cursor reads of a vertex. */
export function vertexText(
  { distances, ways, kind }: Scene,
  { bitsPerSymbol: B, sent }: Traversal,
  vertex: number,
): string {
  const { stage, values } = distances;
  const rank = rankOf(values, vertex);
  const way = ways[vertex]
    .map((symbol, k) => (symbol === undefined || k === stage ? undefined : `${labelOf(symbol, B)} of ${streamOf(k)}`))
    .filter((part) => part !== undefined)
    .toReversed();
  const path = kind === "begin" || way.length === 0 ? "" : `; its path: ${way.join(", ")}`;
  const mark = sent[stage] === vertex ? ", sent" : "";
  return `${labelOf(vertex, B)} of ${streamOf(stage)}${mark}: ${fixed(values[vertex], 2)} N0, ${rank === 1 ? "the best" : ordinal(rank)}${path}`;
}

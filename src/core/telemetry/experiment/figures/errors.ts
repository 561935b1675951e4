import type { ClusterCount } from "../../../measurement/cluster-interval.ts";
import { NO_PACKET } from "../../detection/errors.ts";
import { DATA_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import { type CountedErrors, errorsOf } from "./error-counts.ts";
import { type FigurePart, words } from "./part.ts";

/** Bit errors of all packets found, for each equalizer. */
export function createErrorFigure({ receiver }: Link): FigurePart<CountedErrors[]> {
  const { branches, slots } = receiver;
  return {
    sources: branches.map(({ errors }) => words(errors as GPUBuffer, slots)),
    draw: (_, results) =>
      branches.map(({ equalizer }, e) => {
        return errorsOf(equalizer, countOf(new Uint32Array(results[e])));
      }),
  };
}

/** The sums over the packets found, from each packet's bit errors. */
function countOf(all: Uint32Array): ClusterCount {
  const counts = all.filter((count) => count !== NO_PACKET);
  return {
    units: counts.length,
    errored: counts.filter((count) => count > 0).length,
    trials: counts.length * DATA_BITS,
    errors: sum(counts, (count) => count),
    squares: sum(counts, (count) => count ** 2),
  };
}

function sum(counts: Uint32Array, of: (count: number) => number): number {
  return counts.reduce((total, count) => total + of(count), 0);
}

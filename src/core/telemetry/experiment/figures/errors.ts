import { clusterInterval } from "../../../measurement/cluster-interval.ts";
import { NO_PACKET } from "../../detection/errors.ts";
import { DATA_BITS } from "../../packet.ts";
import type { Link } from "../link.ts";
import type { EqualizerName } from "../scenario.ts";
import { type FigurePart, words } from "./part.ts";

export interface ErrorFigure {
  equalizer: EqualizerName;
  bits: number;
  errors: number;
  /** Packets found, and found packets with a bit error. */
  packets: number;
  packetErrors: number;
  /** 95 % confidence interval of the bit error rate; null if no packet was found. */
  ci95: [number, number] | null;
}

/** Bit errors of all packets found, for each equalizer. */
export function createErrorFigure({ receiver }: Link): FigurePart<ErrorFigure[]> {
  const { branches, slots } = receiver;
  return {
    stages: [],
    sources: branches.map(({ errors }) => words(errors as GPUBuffer, slots)),
    draw: (_, results) =>
      branches.map(({ equalizer }, e) => {
        return { equalizer, ...errorsOf(new Uint32Array(results[e])) };
      }),
    destroy() {},
  };
}

/** Bits and errors of the packets found, from each packet's bit errors. */
function errorsOf(all: Uint32Array): Omit<ErrorFigure, "equalizer"> {
  const counts = all.filter((count) => count !== NO_PACKET);
  const [units, trials] = [counts.length, counts.length * DATA_BITS];
  const errored = counts.filter((count) => count > 0).length;
  const [errors, squares] = [sum(counts, (count) => count), sum(counts, (count) => count ** 2)];
  const ci95 = units ? clusterInterval({ units, errored, trials, errors, squares }) : null;
  return { bits: trials, errors, packets: units, packetErrors: errored, ci95 };
}

function sum(counts: Uint32Array, of: (count: number) => number): number {
  return counts.reduce((total, count) => total + of(count), 0);
}

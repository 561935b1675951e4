import { fixed, si, whole } from "../../../format.ts";
import { Chart, type Curve } from "../../../figures/chart.tsx";

/** Work and loss of a detector. */
export interface CostPoint {
  short: string;
  symbol: string;
  colour: `--${string}`;
  operations: number;
  paths: number;
  lossDb: number;
  /** The detector; its points fade when another one is highlighted. */
  of: string;
  /** The number of its outer iterations. */
  outer: number;
}

interface CostScatterProps {
  label: string;
  points: readonly CostPoint[];
}

/** Loss in dB over operations per channel use. */
export function CostScatter({ label, points }: CostScatterProps) {
  const costs = points.map(({ operations }) => Math.log10(operations));
  const [low, high] = [Math.min(...costs), Math.max(...costs)];
  const room = 0.12 * (high - low) + 0.25;
  const below = namesBelow(points, high - low + 2 * room);
  const ticks = ticksBetween(low - room, high + room);
  const most = Math.max(0.5, ...points.map(({ lossDb }) => lossDb));
  return (
    <Chart
      label={label}
      x={{
        title: "Real operations per channel use",
        log: true,
        range: [10 ** (low - room), 10 ** (high + room)],
        ticks,
        texts: ticks.map((value) => si(value, "")),
        read: (x) => si(Number(x), "operations", 3),
      }}
      y={{
        title: "Loss relative to the best",
        unit: "dB",
        digits: 2,
        range: [-0.25 * most, 1.25 * most],
        zero: "--edge",
        more: { tickformat: ".2~f" },
      }}
      curves={[
        ...pathsOf(points),
        ...points.map(({ short, operations, paths, lossDb, ...style }): Curve => ({
          ...style,
          name: short,
          x: [operations],
          y: [lossDb],
          width: 0,
          size: 12,
          label: short,
          says: `${short}: ${fixed(lossDb, 2)} dB<br>${whole(operations)} operations, ${whole(paths)} paths per use<extra></extra>`,
          more: { textposition: `${below.has(short) ? "bottom" : "top"} center`, cliponaxis: false },
        })),
      ]}
      legend={false}
      nearest
    />
  );
}

/** A line through the points of each detector with several outer iterations. */
function pathsOf(points: readonly CostPoint[]): Curve[] {
  const names = [...new Set(points.map(({ of }) => of))];
  return names.flatMap((of): Curve[] => {
    const mine = points.filter((point) => point.of === of).toSorted((a, b) => a.outer - b.outer);
    if (mine.length < 2) return [];
    const [x, y] = [mine.map(({ operations }) => operations), mine.map(({ lossDb }) => lossDb)];
    return [{ name: "", of, colour: mine[0].colour, x, y, width: 1, dash: "dot", quiet: "always" }];
  });
}

/** Every second one of the points whose labels would overlap: closer than a label's width, at about the same height. */
function namesBelow(points: readonly CostPoint[], decades: number): Set<string> {
  const most = Math.max(...points.map(({ lossDb }) => lossDb), 0.5);
  const below = new Set<string>();
  const sorted = points.toSorted((a, b) => a.operations - b.operations);
  for (const [i, point] of sorted.entries()) {
    const before = sorted.slice(0, i).findLast(({ lossDb, operations }) => {
      const apart = Math.log10(point.operations / operations) / decades;
      return apart < NAME_WIDTH && Math.abs(point.lossDb - lossDb) < NAME_HEIGHT * most;
    });
    if (before && !below.has(before.short)) below.add(point.short);
  }
  return below;
}
/** Of the figure. */
const [NAME_WIDTH, NAME_HEIGHT] = [0.17, 0.14];

/** Ticks at powers of ten between two logarithms, and at 2 and 5 times these where there is room. */
function ticksBetween(low: number, high: number): number[] {
  const digits = high - low > 2.5 ? [1] : [1, 2, 5];
  return Array.from({ length: Math.ceil(high) - Math.floor(low) + 1 }, (_, i) => 10 ** (Math.floor(low) + i))
    .flatMap((power) => digits.map((digit) => digit * power))
    .filter((value) => Math.log10(value) >= low && Math.log10(value) <= high);
}

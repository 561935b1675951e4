import { type Ref, useCallback } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { fixed, si, whole } from "../../../format.ts";
import { Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";

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
  picture: Ref<Picture>;
}

/** Loss in dB over operations per channel use. */
export function CostScatter({ label, points, picture }: CostScatterProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const costs = points.map(({ operations }) => Math.log10(operations));
      const [low, high] = [Math.min(...costs), Math.max(...costs)];
      const room = 0.12 * (high - low) + 0.25;
      const below = namesBelow(points, high - low + 2 * room);
      const ticks = ticksBetween(low - room, high + room);
      const most = Math.max(0.5, ...points.map(({ lossDb }) => lossDb));
      return {
        traces: [
          ...pathsOf(points, palette),
          ...points.map(({ short, symbol, colour, operations, paths, lossDb, of }): Trace => {
            const color = palette(colour);
            return {
              type: "scatter",
              mode: "markers+text",
              name: short,
              of,
              x: [operations],
              y: [lossDb],
              marker: { color, symbol, size: 12 },
              text: [short],
              textposition: `${below.has(short) ? "bottom" : "top"} center`,
              textfont: { color, size: 12 },
              cliponaxis: false,
              hovertemplate: `${short}: ${fixed(lossDb, 2)} dB<br>${whole(operations)} operations, ${whole(paths)} paths per use<extra></extra>`,
            };
          }),
        ],
        legend: false,
        layout: {
          xaxis: {
            title: "Real operations per channel use",
            type: "log",
            range: [low - room, high + room],
            tickvals: ticks,
            ticktext: ticks.map((value) => si(value, "")),
          },
          yaxis: {
            title: "Loss relative to the best (dB)",
            range: [-0.25 * most, 1.25 * most],
            tickformat: ".2~f",
            zeroline: true,
            zerolinecolor: palette("--edge"),
          },
          hovermode: "closest",
        },
      };
    },
    [points],
  );
  return (
    <Plot
      label={label}
      draw={draw}
      picture={picture}
      readX={(x) => `${si(Number(x), "operations", 3)}`}
      readY={(y) => `${fixed(Number(y), 2)} dB`}
    />
  );
}

/** A line through the points of each detector with several outer iterations. */
function pathsOf(points: readonly CostPoint[], palette: Palette): Trace[] {
  const names = [...new Set(points.map(({ of }) => of))];
  return names.flatMap((of): Trace[] => {
    const mine = points.filter((point) => point.of === of).toSorted((a, b) => a.outer - b.outer);
    if (mine.length < 2) return [];
    return [
      {
        type: "scatter",
        mode: "lines",
        of,
        x: mine.map(({ operations }) => operations),
        y: mine.map(({ lossDb }) => lossDb),
        line: { color: palette(mine[0].colour), width: 1, dash: "dot" },
        hoverinfo: "skip",
      },
    ];
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

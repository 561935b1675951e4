import type { BowlPaths } from "#core/adaptive/experiment/figures/bowl-paths.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { fixed } from "../../format.ts";
import { BOWL_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { styleOf } from "./looks.ts";

export const BowlCard = liveCard({
  name: "bowl",
  title: "Error bowl",
  lesson: BOWL_LESSON,
  look: "Lines of equal error over two taps. LMS walks down the bowl: fast along one axis, slowly along the other. CMA’s cost (dashed) has a minimum at either sign, and local ones.",
  sketch: "scatter",
  useData: ({ packet }) => packet?.packet.bowl,
  summary: (bowl) => describe(bowl),
  table: ({ paths, mean = [] }) => ({
    columns: ["path", "point", "w0", "w1"],
    rows: [
      ...paths.flatMap(({ equalizer, taps }) => taps.map(([a, b], i) => [equalizer, i, a, b])),
      ...mean.map(([a, b], i) => ["LMS, mean", i, a, b]),
    ],
  }),
  draw: (bowl, summary) => (
    <>
      <Chart
        label={`Error bowl. ${summary}`}
        x={{ title: "w0", range: [-1.6, 2.2], digits: 2, zero: "--line", read: "w0" }}
        y={{
          title: "w1",
          range: [-1.6, 1.2],
          digits: 2,
          zero: "--line",
          more: { scaleanchor: "x", scaleratio: 1 },
        }}
        curves={curvesOf(bowl)}
        nearest
        revision="bowl"
      />
      <p className="caveat">{summary}</p>
    </>
  ),
});

const line = (points: readonly (readonly [number, number])[]) => ({
  x: points.map(([a]) => a),
  y: points.map(([, b]) => b),
});

function curvesOf({ contours, modulusContours, best, minima, paths, mean }: BowlPaths): Curve[] {
  const hasCma = paths.some(({ equalizer }) => equalizer === "cma");
  const hasLms = paths.some(({ equalizer }) => equalizer === "lms");
  const contour = (
    dash: string | undefined,
    colour: Curve["colour"],
    points: readonly (readonly [number, number])[],
  ) => ({
    name: "",
    colour,
    width: 1,
    opacity: 0.55,
    quiet: "always" as const,
    ...(dash && { dash }),
    ...line(points),
  });
  return [
    ...(hasLms || !hasCma ? contours.map(({ line: points }) => contour(undefined, "--muted", points)) : []),
    ...(hasCma ? modulusContours.map(({ line: points }) => contour("dash", "--green", points)) : []),
    ...paths.map(({ equalizer, taps }): Curve => {
      const { short, colour, of } = styleOf(equalizer);
      return { name: `${short}, one packet`, of, colour, width: 2, ...line(taps) };
    }),
    ...(mean ? [{ name: "LMS, mean", colour: "--ink" as const, dash: "dot", width: 2, ...line(mean) }] : []),
    mark("best taps", "--ink", "star", [best]),
    ...(hasCma
      ? [
          mark(
            "minima of CMA",
            "--green",
            "circle-open",
            minima.flatMap(({ at: [a, b] }) => [[a, b] as const, [-a, -b] as const]),
          ),
        ]
      : []),
  ];
}

const mark = (
  name: string,
  colour: `--${string}`,
  symbol: string,
  points: readonly (readonly [number, number])[],
): Curve => ({
  name,
  colour,
  symbol,
  size: 11,
  edge: 2.5,
  width: 0,
  ...line(points),
});

function describe({ best, mse, eigenvalues, minima }: BowlPaths): string {
  const taps = ([a, b]: readonly [number, number]) => `(${fixed(a, 3)}, ${fixed(b, 3)})`;
  const costs = minima.map(({ at, cost }) => `±${taps(at)} with the cost ${fixed(cost, 3)}`);
  return `Best taps ${taps(best)}, J = ${fixed(mse, 4)}; eigenvalues ${fixed(eigenvalues[0], 3)} and ${fixed(eigenvalues[1], 3)}. Minima of CMA: ${costs.join(", ")}.`;
}

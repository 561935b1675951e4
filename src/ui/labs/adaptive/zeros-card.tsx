import { Chart } from "../../figures/chart.tsx";
import { fixed } from "../../format.ts";
import { ZEROS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { NoResponse } from "./responses-card.tsx";

/** Zeros further out are not drawn. */
const MOST = 3;

export const ZerosCard = liveCard({
  name: "zeros",
  title: "Zeros of the channel",
  lesson: ZEROS_LESSON,
  look: "A zero on the circle is a null: zero forcing amplifies the noise there without bound. Outside the circle the inverse needs a delay.",
  sketch: "scatter",
  useData({ packet }) {
    const zeros = packet?.packet.channel?.zeros;
    return zeros && Array.from({ length: zeros.length / 2 }, (_, i) => [zeros[2 * i], zeros[2 * i + 1]] as const);
  },
  summary: (zeros) => describe(zeros),
  table: (zeros) => ({
    columns: ["zero", "real", "imaginary", "magnitude"],
    rows: zeros.map(([re, im], i) => [i + 1, re, im, Math.hypot(re, im)]),
  }),
  draw(zeros, summary) {
    const near = zeros.filter((zero) => Math.hypot(...zero) <= MOST);
    const reach = Math.min(MOST, Math.max(1.3, ...near.map((zero) => 1.1 * Math.hypot(...zero))));
    const far = zeros.length - near.length;
    return (
      <>
        <Chart
          label={`Zeros of the channel. ${summary}`}
          x={{ title: "Real part", range: [-reach, reach], digits: 3, zero: "--line" }}
          y={{
            title: "Imaginary part",
            range: [-reach, reach],
            digits: 3,
            zero: "--line",
            more: { scaleanchor: "x", scaleratio: 1 },
          }}
          curves={[
            {
              name: "unit circle",
              colour: "--edge",
              x: CIRCLE.map(Math.cos),
              y: CIRCLE.map(Math.sin),
              width: 1.5,
              quiet: "always",
            },
            {
              name: "zero",
              colour: "--response",
              x: near.map(([re]) => re),
              y: near.map(([, im]) => im),
              width: 0,
              symbol: "circle-open",
              size: 11,
              edge: 2.5,
            },
          ]}
          legend={false}
          nearest
          revision="zeros"
        />
        {far > 0 && (
          <p className="caveat">{`${far} ${far === 1 ? "zero is" : "zeros are"} further out than ${MOST}; the table has them.`}</p>
        )}
      </>
    );
  },
  missing: ({ packet }) => packet && <NoResponse />,
});

const CIRCLE = Array.from({ length: 181 }, (_, i) => (2 * Math.PI * i) / 180);

function describe(zeros: readonly (readonly [number, number])[]): string {
  if (zeros.length === 0) return "The channel has one tap, and no zeros.";
  const nearest = zeros.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
  return `${zeros.length} ${zeros.length === 1 ? "zero" : "zeros"}; the one nearest the circle has the magnitude ${fixed(Math.hypot(...nearest), 3)}.`;
}

const distanceOf = (zero: readonly [number, number]) => Math.abs(Math.hypot(...zero) - 1);

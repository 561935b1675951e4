import { useMemo } from "react";
import type { ErrorPositionsFigure } from "#core/telemetry/experiment/figures/error-positions.ts";
import { KNOWN_BITS, PACKET_BITS, PREAMBLE_BITS } from "#core/telemetry/packet.ts";
import { rate, whole } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { liveCard } from "./live-card.tsx";

const PARTS = [
  { name: "preamble", to: PREAMBLE_BITS },
  { name: "marker", to: KNOWN_BITS },
  { name: "data", to: PACKET_BITS },
];

export const ErrorPositionsCard = liveCard({
  name: "error-positions",
  title: "Errors along the packet",
  width: "roomy",
  look: "Where in the packet bits are wrong. Errors are spread evenly if the loop holds, and grow towards the end if it slips.",
  useData(figures) {
    const shown = figures?.errorPositions;
    const bits = useMemo(() => shown?.bins.map(({ from, to }) => (to - from) * shown.packets) ?? [], [shown]);
    return shown && shown.packets > 0 ? { ...shown, bits, sent: figures.sent } : undefined;
  },
  summary: (shown) => describe(shown),
  table: ({ counts, bins, bits }) => ({
    columns: ["from bit", "to bit", "equalizer", "errors", "bits", "error rate"],
    rows: counts.flatMap(({ equalizer, errors }) =>
      bins.map(({ from, to }, i) => [from, to - 1, equalizer, errors[i], bits[i], errors[i] / bits[i]]),
    ),
  }),
  draw({ bits, sent, ...shown }, summary) {
    // The most bits in a bin set the axis's lower end, so that it does not depend on the packets found.
    const mostBits = Math.max(...shown.bins.map(({ from, to }) => to - from)) * sent;
    const floor = 0.4 / mostBits;
    return (
      <Chart
        label={`Errors along the packet. ${summary}`}
        x={{ title: "Bit of the packet", range: [-60, PACKET_BITS + 60], digits: 0, read: "bit" }}
        y={{
          title: "Error rate",
          log: true,
          range: [floor * 10 ** -0.5, 1],
          // Below one error in a bin the axis has no values.
          ticks: Array.from({ length: Math.floor(Math.log10(mostBits)) + 1 }, (_, power) => 10 ** -power),
          read: (y) => rate(Number(y)),
        }}
        curves={curvesOf(shown, bits, floor)}
        rules={PARTS.slice(0, -1).map(({ to }) => ({ x: to, colour: "--edge", width: 1 }))}
        notes={[
          ...PARTS.map(({ name, to }, i) => ({
            text: name,
            x: to,
            y: 1,
            yref: "paper",
            xanchor: i === 1 ? "left" : "right",
            yanchor: "bottom",
            yshift: 6, // above the label of the axis's end
          })),
          { text: "no error", x: PACKET_BITS, y: Math.log10(floor), xanchor: "right", yanchor: "top" },
        ]}
        revision="positions"
        more={{ margin: { l: 52, r: 12, t: 28, b: 34 } }}
      />
    );
  },
  missing: (figures) => figures && <p className="empty">No packet was found.</p>,
});

/** A bin without an error is a hollow mark below the axis, and ends the line. */
function curvesOf({ bins, counts }: ErrorPositionsFigure, bits: readonly number[], floor: number): Curve[] {
  const x = bins.map(({ from, to }) => (from + to) / 2);
  return counts.flatMap(({ equalizer, errors }): Curve[] => {
    const style = curveStyle(equalizer);
    const common = { ...style, x, more: { legendgroup: style.name } };
    return [
      {
        ...common,
        y: errors.map((count, i) => (count ? count / bits[i] : null)),
        width: 0.75,
        says: errors.map((count, i) => `${count} in ${bits[i]}`),
      },
      {
        ...common,
        y: errors.map((count) => (count ? null : floor)),
        width: 0,
        symbol: `${style.symbol}-open`,
        size: 5,
        quiet: "in the legend",
        says: bits.map((count) => `0 in ${count}`),
      },
    ];
  });
}

/** A sentence that compares the first and the second half of the data. */
function describe({ bins, counts, packets }: ErrorPositionsFigure): string {
  const middle = (KNOWN_BITS + PACKET_BITS) / 2;
  const parts = counts.map(({ equalizer, errors }) => {
    const sum = (within: (bin: { from: number; to: number }) => boolean) =>
      errors.reduce((total, count, i) => total + (within(bins[i]) ? count : 0), 0);
    const [early, late] = [
      sum(({ from, to }) => from >= KNOWN_BITS && to <= middle),
      sum(({ from }) => from >= middle),
    ];
    return `${ALGORITHMS[equalizer].short} ${whole(early)} and ${whole(late)}`;
  });
  return `Errors in the first and the second half of the data of ${packets} packets: ${parts.join(", ")}.`;
}

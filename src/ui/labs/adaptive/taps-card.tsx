import type { ShownTaps } from "#core/adaptive/experiment/equalizer-taps.ts";
import type { EqualizedPacket } from "#core/adaptive/experiment/packet.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { Empty } from "../../figures/sketch.tsx";
import { fixed } from "../../format.ts";
import { styleOf } from "./looks.ts";
import { TAPS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { useAdaptive } from "./store.ts";

export const TapsCard = liveCard({
  name: "taps",
  title: "Taps",
  lesson: TAPS_LESSON,
  look: "Above: the taps of the equalizer that the strip selects, at the packet’s end. Below: channel and equalizer together. One tap alone is perfect.",
  sketch: "bars",
  useData({ packet }) {
    const at = useAdaptive((store) => store.inspection.shown);
    const shown = packet?.packet.equalizers[at];
    return shown?.taps && { ...shown, taps: shown.taps, samplesPerSymbol: packet!.packet.samplesPerSymbol };
  },
  summary: ({ equalizer, taps }) => describe(equalizer, taps),
  table: ({ taps: { forward, feedback, combined } }) => ({
    columns: ["kind", "number", "real", "imaginary"],
    rows: [...rowsOf("w", forward, 0), ...rowsOf("b", feedback, 1), ...(combined ? rowsOf("s", combined.taps, 0) : [])],
  }),
  draw: (data, summary) => (
    <Chart
      label={`Taps of ${styleOf(data.equalizer).short}. ${summary}`}
      x={{ title: "Tap n (samples)", digits: 0, read: "tap" }}
      y={[
        { title: "|w|, |b|", digits: 3, fromZero: true },
        ...(data.taps.combined
          ? [
              {
                title: "|s|",
                digits: 3,
                fromZero: true,
                x: { title: "Delay after the symbol (samples)", digits: 0, read: "delay" },
              },
            ]
          : []),
      ]}
      curves={curvesOf(data)}
      revision="taps"
    />
  ),
  missing: ({ packet }) => packet && <NoTaps />,
});

const magnitudes = (taps: ArrayLike<number>) =>
  Array.from({ length: taps.length / 2 }, (_, n) => Math.hypot(taps[2 * n], taps[2 * n + 1]));

const rowsOf = (kind: string, taps: ArrayLike<number>, first: number) =>
  Array.from({ length: taps.length / 2 }, (_, n) => [kind, first + n, taps[2 * n], taps[2 * n + 1]]);

function curvesOf({ equalizer, taps }: EqualizedPacket & { taps: ShownTaps }): Curve[] {
  const { colour, symbol, short } = styleOf(equalizer);
  const dots = { width: 0, size: 5, stems: true } as const;
  const forward = magnitudes(taps.forward);
  const feedback = magnitudes(taps.feedback);
  const combined = taps.combined && magnitudes(taps.combined.taps);
  return [
    { ...dots, name: `${short}, w`, colour, symbol, x: forward.map((_, n) => n), y: forward },
    ...(feedback.length > 0
      ? [
          {
            ...dots,
            name: "b, on past decisions",
            colour: "--muted" as const,
            symbol: "circle",
            x: feedback.map((_, j) => forward.length + j),
            y: feedback,
          },
        ]
      : []),
    ...(combined
      ? [
          {
            ...dots,
            name: "s = channel and equalizer",
            colour: "--response" as const,
            symbol: "circle",
            x: combined.map((_, n) => n),
            y: combined,
            axis: 1,
          },
        ]
      : []),
  ];
}

/** In place of the taps of an equalizer without any. */
function NoTaps() {
  const name = useAdaptive(({ config, inspection }) => config.equalizers[inspection.shown]);
  return (
    <Empty sketch="bars">
      <p>{styleOf(name).short} has no taps to show. Select another equalizer in the strip above the figures.</p>
    </Empty>
  );
}

/** A sentence with the largest tap, and what is left of the interference. */
function describe(name: EqualizedPacket["equalizer"], { forward, combined }: ShownTaps): string {
  const sizes = magnitudes(forward);
  const largest = sizes.indexOf(Math.max(...sizes));
  const left = combined ? ` Interference that is left: ${fixed(combined.residualDb, 1)} dB.` : "";
  return `${styleOf(name).short}: the largest of ${sizes.length} taps, ${fixed(sizes[largest], 2)}, is tap ${largest}.${left}`;
}

import type { EqualizersFigure } from "#core/telemetry/experiment/figures/equalizers.ts";
import { fixed } from "../../format.ts";
import { ALGORITHMS, curveStyle } from "./algorithms.ts";
import { Chart, type Values } from "../../figures/chart.tsx";
import type { EqualizerName } from "#core/telemetry/experiment/scenario.ts";
import { liveCard } from "./live-card.tsx";

export const ResponsesCard = liveCard({
  name: "responses",
  title: "Responses",
  look: "Above: each equalizer amplifies what the channel attenuates. Below: the product of channel and equalizer; a flat line is perfect equalization.",
  useData: (figures) => figures?.equalizers,
  summary: (shown) => describe(shown),
  table: ({ frequencyMHz, channelDb, equalizers }) => ({
    columns: ["frequency (MHz)", "equalizer", "|H|² (dB)", "|C|² (dB)", "|H·C|² (dB)"],
    rows: equalizers.flatMap(({ equalizer, responseDb, combinedDb }) =>
      Array.from(frequencyMHz, (mhz, k) => [mhz, equalizer, channelDb[k], responseDb[k], combinedDb[k]]),
    ),
  }),
  draw: ({ frequencyMHz: x, channelDb, equalizers }, summary) => (
    <Chart
      label={`Responses. ${summary}`}
      x={{ title: "Frequency", unit: "MHz", digits: 2 }}
      y={[
        { title: "|C|², |H|²", unit: "dB", digits: 1 },
        { title: "|H·C|²", unit: "dB", digits: 1, range: [-22, 12] },
      ]}
      curves={[
        { name: "channel", colour: "--response", x, y: channelDb, width: 2, dash: "dash" },
        ...equalizers.map((one) => ({ ...lineOf(one.equalizer, x), y: one.responseDb })),
        ...equalizers.map((one) => ({
          ...lineOf(one.equalizer, x),
          name: `H·${ALGORITHMS[one.equalizer].short}`,
          y: one.combinedDb,
          axis: 1,
        })),
      ]}
      revision="responses"
    />
  ),
});

/** The two lines of an equalizer share an entry of the legend, and have few markers, so that lines differ in more than colour. */
const lineOf = (equalizer: EqualizerName, x: Values) => {
  const style = curveStyle(equalizer);
  return { ...style, x, size: 6, most: 9, more: { legendgroup: style.name } };
};

/** A sentence with the ripple of channel and equalizer together in the middle of the band. */
function describe({ frequencyMHz, equalizers }: EqualizersFigure): string {
  const spans = equalizers.map(({ equalizer, combinedDb }) => {
    const inBand = combinedDb.filter((_, k) => Math.abs(frequencyMHz[k]) < 4);
    const span = inBand.reduce((a, b) => Math.max(a, b), -Infinity) - inBand.reduce((a, b) => Math.min(a, b), Infinity);
    return `${ALGORITHMS[equalizer].short} ${fixed(span, 1)} dB`;
  });
  return `Ripple of channel and equalizer together within ±4 MHz: ${spans.join(", ")}.`;
}

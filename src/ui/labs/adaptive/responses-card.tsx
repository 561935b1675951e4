import type { AdaptivePacket } from "#core/adaptive/experiment/packet.ts";
import { Chart } from "../../figures/chart.tsx";
import { Empty } from "../../figures/sketch.tsx";
import { fixed } from "../../format.ts";
import { curveOf, styleOf } from "./looks.ts";
import { RESPONSES_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

export const ResponsesCard = liveCard({
  name: "responses",
  title: "Responses",
  lesson: RESPONSES_LESSON,
  look: "Above: an equalizer amplifies what the channel attenuates. Below: channel and equalizer together, with the feedback of right decisions. A flat line is perfect.",
  sketch: "curves",
  useData({ packet }) {
    const shown = packet?.packet;
    return shown?.channel ? { ...shown, channel: shown.channel, drawn: drawnOf(shown) } : undefined;
  },
  summary: ({ drawn }) => describe(drawn),
  table: ({ frequency, channel, drawn }) => ({
    columns: ["frequency (cycles per symbol)", "equalizer", "|H|² (dB)", "|C|² (dB)", "|H·C|² (dB)"],
    rows: drawn.flatMap(({ equalizer, responseDb, combined }) =>
      Array.from(frequency, (f, k) => [f, equalizer, channel.responseDb[k], responseDb[k], combined.responseDb[k]]),
    ),
  }),
  draw: ({ frequency: x, channel, drawn }, summary) => (
    <Chart
      label={`Responses. ${summary}`}
      x={{ title: "Frequency", unit: "cycles per symbol", digits: 3 }}
      y={[
        { title: "|C|², |H|²", unit: "dB", digits: 1, range: [-40, 30] },
        { title: "|H·C|²", unit: "dB", digits: 1, range: [-30, 10] },
      ]}
      curves={[
        { name: "channel", colour: "--response", x, y: channel.responseDb, width: 2, dash: "dash" },
        ...drawn.map(({ equalizer, responseDb }) => ({ ...lineOf(equalizer), x, y: responseDb })),
        ...drawn.map(({ equalizer, combined }) => ({
          ...lineOf(equalizer),
          name: `H·${styleOf(equalizer).short}`,
          x,
          y: combined.responseDb,
          axis: 1,
        })),
      ]}
      revision="responses"
    />
  ),
  missing: ({ packet }) => packet && <NoResponse />,
});

type Drawn = ReturnType<typeof drawnOf>;

/** The equalizers with taps. */
const drawnOf = ({ equalizers }: AdaptivePacket) =>
  equalizers.flatMap(({ equalizer, taps }) =>
    taps?.combined ? [{ equalizer, responseDb: taps.responseDb, combined: taps.combined }] : [],
  );

/** The two lines of an equalizer share an entry of the legend. */
const lineOf = (equalizer: Drawn[number]["equalizer"]) => {
  const style = curveOf(equalizer);
  return { ...style, more: { legendgroup: style.name } };
};

/** In place of figures of a channel that has no single response. */
export const NoResponse = () => (
  <Empty sketch="curves">
    <p>The channel’s taps turn during the packet, so it has no single response. Clear “Turns” to see one.</p>
  </Empty>
);

const describe = (drawn: Drawn) =>
  drawn.length > 0
    ? `Interference that is left: ${drawn.map(({ equalizer, combined }) => `${styleOf(equalizer).short} ${fixed(combined.residualDb, 1)} dB`).join(", ")}.`
    : "No chosen equalizer has taps.";

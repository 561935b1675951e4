import { type ErrorBurst, burstsOf } from "#core/adaptive/experiment/figures/bursts.ts";
import { channelOf, feedbackTapsOf } from "#core/adaptive/experiment/experiment.ts";
import type { AdaptiveEqualizerName } from "#core/adaptive/equalizers.ts";
import { Chart } from "../../figures/chart.tsx";
import { fixed, whole } from "../../format.ts";
import { BURSTS_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { styleOf } from "./looks.ts";

interface Errors {
  equalizer: AdaptiveEqualizerName;
  wrong: readonly number[];
  bursts: readonly ErrorBurst[];
}

export const BurstsCard = liveCard({
  name: "bursts",
  title: "Error bursts",
  width: "full",
  lesson: BURSTS_LESSON,
  look: "Wrong symbols of one packet. A wrong decision is fed back and causes others, so decision feedback has bursts. The genie feeds back the sent symbols.",
  sketch: "points",
  useData({ packet }) {
    if (!packet) return undefined;
    const { config } = packet;
    const gap = feedbackTapsOf(config, channelOf(config));
    const errors = packet.packet.equalizers.flatMap(({ equalizer, wrong }): Errors[] =>
      wrong ? [{ equalizer, wrong, bursts: burstsOf(wrong, gap) }] : [],
    );
    return { errors, gap, config, packet: packet.packet.packet };
  },
  summary: ({ errors }) => errors.map(describe).join(" "),
  table: ({ errors }) => ({
    columns: ["equalizer", "burst", "first symbol", "length (symbols)", "wrong symbols"],
    rows: errors.flatMap(({ equalizer, bursts }) =>
      bursts.map(({ from, length, wrong }, i) => [equalizer, i + 1, from, length, wrong]),
    ),
  }),
  draw: ({ errors, gap, config, packet }, summary) => (
    <>
      <Chart
        label={`Error bursts. ${summary}`}
        x={{ title: "Symbol", range: [config.training, config.symbols], digits: 0, read: "symbol" }}
        y={{ title: "", names: errors.map(({ equalizer }) => styleOf(equalizer).short) }}
        curves={errors.map(({ equalizer, wrong }) => {
          const { short, colour, symbol, of } = styleOf(equalizer);
          return { name: short, of, colour, symbol, size: 6, width: 0, x: wrong, y: wrong.map(() => short) };
        })}
        legend={false}
        nearest
        revision="bursts"
      />
      <p className="caveat">
        Packet {whole(packet)}. {summary} {gap} right {gap === 1 ? "symbol separates" : "symbols separate"} two bursts.
      </p>
    </>
  ),
});

function describe({ equalizer, wrong, bursts }: Errors): string {
  const { short } = styleOf(equalizer);
  if (wrong.length === 0) return `${short}: no wrong symbol.`;
  const mean = wrong.length / bursts.length;
  return `${short}: ${wrong.length} wrong in ${bursts.length} ${bursts.length === 1 ? "burst" : "bursts"}, ${fixed(mean, 1)} each.`;
}

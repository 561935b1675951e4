import { ADAPTIVE } from "#core/adaptive/experiment/experiment.ts";
import { Chart, type Curve, type Rule } from "../../figures/chart.tsx";
import { fixed, whole } from "../../format.ts";
import type { Inspected } from "./store.ts";
import { useAdaptive } from "./store.ts";
import { curveOf, styleOf } from "./looks.ts";
import { LEARNING_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";

type Learnt = Inspected["learning"] & {
  /** One packet's curve of the chosen equalizer. */
  one: { name: string; colour: `--${string}`; of: string; mse: readonly number[] } | undefined;
};

export const LearningCard = liveCard({
  name: "learning",
  title: "Learning curves",
  width: "roomy",
  lesson: LEARNING_LESSON,
  look: "Mean squared error along the packet. A larger step falls sooner and ends higher. Dotted: the least error J of the given taps, and what theory adds for LMS.",
  sketch: "falling",
  useData({ learning, packet }): Learnt | undefined {
    const at = useAdaptive((store) => store.inspection.shown);
    const own = packet?.packet.equalizers[at];
    const isSame = packet && learning && packet.packet.bin === learning.learning.bin;
    const style = own && styleOf(own.equalizer);
    const one =
      isSame && own?.mse && style
        ? { name: `${style.short}, one packet`, colour: style.colour, of: style.of, mse: own.mse }
        : undefined;
    return learning && { ...learning, one };
  },
  summary: ({ learning: { curves, packets } }) => {
    const said = curves.flatMap(({ equalizer, mse }) =>
      mse ? [`${styleOf(equalizer).short} from ${decibels(mse[0])} to ${decibels(endOf(mse))}`] : [],
    );
    return `Mean squared error over ${whole(packets)} packets: ${said.join("; ")}.`;
  },
  table: ({ learning: { curves, bin }, one }) => ({
    columns: ["curve", "first symbol", "MSE", "MSE (dB)"],
    rows: [
      ...curves.flatMap(({ equalizer, mse }) =>
        (mse ?? []).map((value, i) => [equalizer, i * bin, value, toDb(value)]),
      ),
      ...(one ? one.mse.map((value, i) => [one.name, i * bin, value, toDb(value)]) : []),
    ],
  }),
  draw: (data, summary) => (
    <>
      <Chart
        label={`Learning curves. ${summary}`}
        x={{ title: "Symbol", range: [0, data.config.symbols], digits: 0, read: "symbol" }}
        y={{ title: "Mean squared error", unit: "dB", digits: 1 }}
        curves={curvesOf(data)}
        rules={trainingOf(data)}
        revision="learning"
      />
      <p className="caveat">{noteOf(data)}</p>
    </>
  ),
});

const toDb = (value: number) => 10 * Math.log10(Math.max(value, 1e-9));
const decibels = (value: number) => `${fixed(toDb(value), 1)} dB`;

/** The mean of the last quarter. */
function endOf(mse: readonly number[]): number {
  const last = mse.slice(Math.floor(0.75 * mse.length));
  return last.reduce((sum, value) => sum + value / last.length, 0);
}

function curvesOf({ config, learning, one }: Learnt): Curve[] {
  const { curves, bin, levels } = learning;
  const middles = (mse: readonly number[]) => mse.map((_, i) => Math.min((i + 0.5) * bin, config.symbols));
  const drawn = curves.flatMap(({ equalizer, mse }): Curve[] =>
    mse ? [{ ...curveOf(equalizer), x: middles(mse), y: mse.map(toDb) }] : [],
  );
  const alone: Curve[] = one ? [{ ...one, x: middles(one.mse), y: one.mse.map(toDb), width: 1, opacity: 0.45 }] : [];
  const line = (name: string, colour: `--${string}`, mse: number): Curve => ({
    name,
    colour,
    x: [0, config.symbols],
    y: [toDb(mse), toDb(mse)],
    dash: "dot",
  });
  const theory = levels
    ? [
        line("J, linear", "--ink", levels.mmse),
        ...(levels.dfe === null ? [] : [line("J, feedback", "--muted", levels.dfe)]),
        ...(levels.lms ? [line("LMS, theory", "--orange", levels.mmse * (1 + levels.lms.memory))] : []),
      ]
    : [];
  return [...alone, ...drawn, ...theory];
}

/** The text is on the side with more room. */
function trainingOf({ config: { training, symbols } }: Learnt): Rule[] {
  if (training === 0 || training >= symbols) return [];
  const at = training < symbols / 2 ? "top right" : "top left";
  return [{ x: training, colour: "--edge", dash: "dash", text: "decisions", at }];
}

/** What the curves are a mean of, what theory says of LMS, and what has no curve. */
function noteOf({ config, learning }: Learnt): string {
  const { curves, packets, ebn0Db, levels } = learning;
  const parts = [`Means over ${whole(packets)} packets at ${fixed(ebn0Db, 1)} dB.`];
  if (levels?.lms) {
    const { textbook, memory } = levels.lms;
    parts.push(
      `Misadjustment of LMS at a ${ADAPTIVE.fields.step.label.toLowerCase()} of ${config.step}: ${fixed(memory, 3)} with memory, ${fixed(textbook, 3)} by the textbook.`,
    );
  }
  if (!levels) parts.push("This channel changes, so theory has no single J.");
  for (const { equalizer, diverged, mse } of curves) {
    const { short } = styleOf(equalizer);
    if (diverged > 0) parts.push(`${short} diverged in ${whole(diverged)} packets, which the mean leaves out.`);
    else if (!mse) parts.push(`${short} gives decisions only, so it has no curve.`);
  }
  return parts.join(" ");
}

import type { MimoLoop } from "#core/mimo/experiment/loop.ts";
import { ExitChart, type ExitCurve } from "../../figures/exit-chart.tsx";
import { fixed, plain } from "../../format.ts";
import { DETECTORS, styleOf } from "./detectors.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { useMimo, watchedDetector } from "./store.ts";
import { liveCard, NoLoop } from "./live-card.tsx";

const PARTS = ["detector", "decoder"] as const;

export const ExitCard = liveCard({
  name: "exit",
  title: "EXIT chart",
  width: "roomy",
  lesson: EXIT_LESSON,
  look: "Detector and decoder give each other information in turn. Dashed: what each gives for Gaussian inputs. Stairs: the measured exchange. It stops where the curves meet.",
  useData({ loop }) {
    const { config, pass } = useMimo();
    const watched = useMimo(watchedDetector);
    return loop && { ...loop.loop, feedback: config.feedback, now: placeOf(loop.loop, watched, pass) };
  },
  summary: (shown) => describe(shown),
  table: ({ passes, detectors, decoder }) => ({
    columns: ["part", "inputs", "outer iteration", "input (bits per bit)", "output (bits per bit)"],
    rows: [
      ...passes.map(({ detector, outer, detected, fed }) => [detector, "measured", outer, detected, fed]),
      ...detectors.flatMap(({ detector, curve }) =>
        curve.map(({ input, output }) => [detector, "Gaussian", null, input, output]),
      ),
      ...decoder.map(({ input, output }) => ["decoder", "Gaussian", null, input, output]),
    ],
  }),
  draw: ({ feedback, now, ...loop }, summary) => (
    <>
      <ExitChart
        label={`EXIT chart of detectors and decoder. ${summary}`}
        parts={PARTS}
        curves={curvesOf(loop)}
        trajectories={trajectoriesOf(loop)}
        now={now}
      />
      <p className="caveat">
        At {fixed(loop.snrDb, 1)} dB, {plain(loop.frames)} {loop.frames === 1 ? "frame" : "frames"}. The decoder’s
        output is its {feedback === "posterior" ? "a posteriori" : "extrinsic"} information, as fed back. Its curve
        starts without messages.
      </p>
    </>
  ),
  missing: () => <NoLoop sketch="stairs" />,
});

const curvesOf = ({ detectors, decoder }: MimoLoop): ExitCurve[] => [
  ...detectors.map(({ detector, curve }): ExitCurve => {
    const { short, colour, of } = styleOf(detector);
    return { name: `${short}, curve`, colour, of, part: "first", points: curve };
  }),
  { name: "decoder, curve", colour: "--ink", part: "second", points: decoder },
];

const trajectoriesOf = ({ detectors, passes }: MimoLoop) =>
  detectors.map(({ detector }) => {
    const { short, colour, of } = styleOf(detector);
    const mine = passes.filter((pass) => pass.detector === detector);
    return {
      name: `${short}, measured`,
      colour,
      of,
      information: mine.map(({ detected, fed }) => ({ first: detected, second: fed })),
    };
  });

/** The place of a half pass on its trajectory. */
function placeOf({ passes }: MimoLoop, watched: string | undefined, pass: number) {
  const mine = passes.filter(({ detector }) => detector === watched);
  const at = mine[Math.min(mine.length - 1, Math.floor(pass / 2))];
  if (!at || pass === 0) return undefined;
  const second = pass % 2 ? at.fed : (mine[mine.indexOf(at) - 1]?.fed ?? 0);
  return { name: "shown frame’s step", first: at.detected, second };
}

function describe({ passes, detectors }: MimoLoop): string {
  const parts = detectors.map(({ detector }) => {
    const mine = passes.filter((pass) => pass.detector === detector);
    const said = mine.map(({ detected, fed }) => `${fixed(detected, 3)} from the detector, ${fixed(fed, 3)} back`);
    return `${DETECTORS[detector].short}, bits per bit by outer iteration: ${said.join("; ")}`;
  });
  return `${parts.join(". ")}.`;
}

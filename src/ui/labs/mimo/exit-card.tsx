import type { MimoLoop } from "#core/mimo/experiment/loop.ts";
import { FigureCard } from "../../figures/card.tsx";
import { ExitChart, type ExitCurve } from "../../figures/exit-chart.tsx";
import { fixed, plain } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { DETECTORS, styleOf } from "./detectors.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { NoLoop } from "./no-loop.tsx";
import { inspected, useMimo, watchedDetector } from "./store.ts";

const PARTS = ["detector", "decoder"] as const;

export function ExitCard() {
  const { loop: found, computing } = useLive(inspected);
  const { feedback } = useMimo((store) => store.config);
  const pass = useMimo((store) => store.pass);
  const watched = useMimo(watchedDetector);
  const loop = found?.loop;
  const curves = loop ? curvesOf(loop) : [];
  const trajectories = loop ? trajectoriesOf(loop) : [];
  const now = loop && placeOf(loop, watched, pass);
  const summary = loop && describe(loop);
  return (
    <FigureCard
      name="exit"
      title="EXIT chart"
      width="roomy"
      lesson={EXIT_LESSON}
      look="Detector and decoder give each other information in turn. Dashed: what each gives for Gaussian inputs. Stairs: the measured exchange. It stops where the curves meet."
      summary={summary}
      busy={computing && loop !== undefined}
      table={
        loop &&
        (() => ({
          columns: ["part", "inputs", "outer iteration", "input (bits per bit)", "output (bits per bit)"],
          rows: [
            ...loop.passes.map(({ detector, outer, detected, fed }) => [detector, "measured", outer, detected, fed]),
            ...loop.detectors.flatMap(({ detector, curve }) =>
              curve.map(({ input, output }) => [detector, "Gaussian", null, input, output]),
            ),
            ...loop.decoder.map(({ input, output }) => ["decoder", "Gaussian", null, input, output]),
          ],
        }))
      }
    >
      {loop ? (
        <>
          <ExitChart
            label={`EXIT chart of detectors and decoder. ${summary}`}
            parts={PARTS}
            curves={curves}
            trajectories={trajectories}
            now={now}
          />
          <p className="caveat">
            At {fixed(loop.snrDb, 1)} dB, {plain(loop.frames)} {loop.frames === 1 ? "frame" : "frames"}. The decoder’s
            output is its {feedback === "posterior" ? "a posteriori" : "extrinsic"} information, as fed back. Its curve
            starts without messages.
          </p>
        </>
      ) : (
        <NoLoop sketch="stairs" />
      )}
    </FigureCard>
  );
}

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

const describe = ({ passes, detectors }: MimoLoop) =>
  `${detectors
    .map(({ detector }) => {
      const mine = passes.filter((pass) => pass.detector === detector);
      const said = mine.map(({ detected, fed }) => `${fixed(detected, 3)} from the detector, ${fixed(fed, 3)} back`);
      return `${DETECTORS[detector].short}, bits per bit by outer iteration: ${said.join("; ")}`;
    })
    .join(". ")}.`;

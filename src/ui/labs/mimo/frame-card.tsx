import { useMemo, useState } from "react";
import type { WatchedFrame } from "#core/mimo/experiment/watch.ts";
import { pointer } from "../../figures/pointer.ts";
import { limitsOf, LlrChart } from "../../figures/llr-chart.tsx";
import { fixed } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { useOwnDraw } from "../../kit/live.ts";
import { Stepper, WrongBits } from "../../kit/stepper.tsx";
import { DETECTORS } from "./detectors.ts";
import { FRAME_LESSON } from "./lessons.ts";
import { editInspection, inspected, loopDetectors, useMimo, watchedDetector } from "./store.ts";
import { liveCard, NoLoop } from "./live-card.tsx";

/** Pause on each half pass of the animation, ms. */
const BEAT = 1400;

export const FrameCard = liveCard({
  name: "frame",
  title: "One frame from outside in",
  width: "full",
  lesson: FRAME_LESSON,
  look: () =>
    `Coded bits of one frame after each half pass. Correct bits point up, and crosses below the line are wrong. The detector’s LLRs exclude the prior of the bit itself.${pointer() === "fine" ? " Drag to zoom; double-click to see all bits." : ""}`,
  useData: ({ watched: view, live }) => view && { view, live: live?.own.watched !== undefined },
  summary: ({ view }) => describe(view),
  table: ({ view: { bits, llrs } }) => ({
    columns: ["bit", "sent", ...llrs.map((_, i) => `LLR after ${halfPass(i)}`)],
    rows: Array.from(bits, (bit, k) => [k, bit, ...llrs.map((llr) => llr[k])]),
  }),
  controls: <Watched />,
  draw: (data, summary) => <Frame {...data} summary={summary} />,
  missing: () => <NoLoop sketch="humps" />,
});

interface FrameProps {
  view: WatchedFrame;
  /** Whether it is a live draw. */
  live: boolean;
  summary: string;
}

/** The frame after one half pass, and the steps to the others. */
function Frame({ view, live, summary }: FrameProps) {
  const pass = useMimo((store) => store.pass);
  const [span, setSpan] = useState<readonly [number, number]>();
  const own = useOwnDraw(inspected).watched ?? view;
  const limits = useMemo(() => limitsOf(own), [own]);
  const { bits, llrs, errors, query } = view;
  const step = Math.min(pass, llrs.length - 1);
  const { short, colour } = DETECTORS[query.detector];
  return (
    <>
      <Stepper
        label="Half pass"
        text={`After ${halfPass(step)}: ${errors[step]} wrong bits`}
        step={step}
        last={llrs.length - 1}
        onStep={showPass}
        beat={BEAT}
        buttons
      >
        After {halfPass(step)}: <WrongBits count={errors[step]} />
      </Stepper>
      <LlrChart
        label={`LLRs of a frame's coded bits. ${summary}`}
        llr={llrs[step]}
        bits={bits}
        span={span && span[0] + span[1] <= bits.length ? span : [0, bits.length]}
        onSpan={setSpan}
        limits={limits}
        colour={colour}
      />
      <p className="caveat">
        Frame {query.frame} at {fixed(query.snrDb, 1)} dB with {short},{" "}
        {live ? "a live draw" : "the same as in the sweep"}. Wrong bits by half pass: {errors.join(", ")}. The LLR axis
        is linear up to about 4 and logarithmic beyond.
      </p>
    </>
  );
}

/** The choice of the detector whose outer iterations are shown. */
function Watched() {
  const names = loopDetectors(useMimo((store) => store.config));
  const watched = useMimo(watchedDetector);
  if (names.length < 2 || !watched) return null;
  return (
    <div className="target">
      <ChoiceField
        label="Detector"
        description="The detector whose outer iterations are shown."
        choices={names.map((name) => ({ value: name, text: DETECTORS[name].short }))}
        value={watched}
        onChange={(watch) => editInspection({ watch })}
      />
    </div>
  );
}

const showPass = (pass: number) => useMimo.setState({ pass });

const halfPass = (i: number) => `${i % 2 ? "decoder" : "detector"} ${Math.floor(i / 2) + 1}`;

const describe = ({ bits, errors }: WatchedFrame) =>
  `${bits.length} coded bits. Wrong ones: ${errors.map((count, i) => `${count} after ${halfPass(i)}`).join(", ")}.`;

import { useMemo, useState } from "react";
import type { WatchedFrame } from "#core/mimo/experiment/watch.ts";
import type { DetectorName } from "#core/mimo/registry.ts";
import { pointer } from "../../figures/pointer.ts";
import { FigureCard } from "../../figures/card.tsx";
import { limitsOf, LlrChart } from "../../figures/llr-chart.tsx";
import { fixed, whole } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { useLive, useOwnDraw } from "../../kit/live.ts";
import { Stepper } from "../../kit/stepper.tsx";
import { DETECTORS } from "./detectors.ts";
import { FRAME_LESSON } from "./lessons.ts";
import { NoLoop } from "./no-loop.tsx";
import { editInspection, inspected, loopDetectors, useMimo, watchedDetector } from "./store.ts";

/** Pause on each half pass of the animation, ms. */
const BEAT = 1400;

export function FrameCard() {
  const { config, pass } = useMimo();
  const watched = useMimo(watchedDetector);
  const { watched: view, computing, live } = useLive(inspected);

  const [span, setSpan] = useState<readonly [number, number]>();
  const own = useOwnDraw(inspected).watched;
  const limits = useMemo(() => own && limitsOf(own), [own]);
  const step = view ? Math.min(pass, view.llrs.length - 1) : 0;
  const length = view?.bits.length ?? 0;
  const shown = span && span[0] + span[1] <= length ? span : ([0, length] as const);
  const summary = view && describe(view);
  const names = loopDetectors(config);
  return (
    <FigureCard
      name="frame"
      title="One frame from outside in"
      width="full"
      lesson={FRAME_LESSON}
      look={`Coded bits of one frame after each half pass. Correct bits point up, and crosses below the line are wrong. The detector’s LLRs exclude the prior of the bit itself.${pointer() === "fine" ? " Drag to zoom; double-click to see all bits." : ""}`}
      summary={summary}
      busy={computing && view !== undefined}
      table={
        view &&
        (() => ({
          columns: ["bit", "sent", ...view.llrs.map((_, i) => `LLR after ${halfPass(i)}`)],
          rows: Array.from(view.bits, (bit, k) => [k, bit, ...view.llrs.map((llr) => llr[k])]),
        }))
      }
      controls={names.length > 1 && watched && <Watched names={names} watched={watched} />}
    >
      {view && limits ? (
        <>
          <Stepper
            label="Half pass"
            text={`After ${halfPass(step)}: ${view.errors[step]} wrong bits`}
            step={step}
            last={view.llrs.length - 1}
            onStep={showPass}
            beat={BEAT}
            buttons
          >
            After {halfPass(step)}:{" "}
            <strong data-wrong={view.errors[step] > 0 || undefined}>
              {view.errors[step] === 0 ? "all bits correct" : `${whole(view.errors[step])} wrong`}
            </strong>
          </Stepper>
          <LlrChart
            label={`LLRs of a frame's coded bits. ${summary}`}
            llr={view.llrs[step]}
            bits={view.bits}
            span={shown}
            onSpan={setSpan}
            limits={limits}
            colour={DETECTORS[view.query.detector].colour}
          />
          <p className="caveat">
            Frame {view.query.frame} at {fixed(view.query.snrDb, 1)} dB with {DETECTORS[view.query.detector].short},{" "}
            {live?.own.watched ? "a live draw" : "the same as in the sweep"}. Wrong bits by half pass:{" "}
            {view.errors.join(", ")}. The LLR axis is linear up to about 4 and logarithmic beyond.
          </p>
        </>
      ) : (
        <NoLoop sketch="humps" />
      )}
    </FigureCard>
  );
}

function Watched({ names, watched }: { names: readonly DetectorName[]; watched: DetectorName }) {
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

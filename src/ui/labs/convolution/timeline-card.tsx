import { useRef } from "react";
import type { TimelineState } from "#core/experiments/timeline.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { plain } from "../../format.ts";
import { Gantt, LANES } from "../../plots/gantt.tsx";
import { isOutdated, startRun, toggleRun, useConvolution } from "../../store/convolution.ts";
import { isReady, isSoftware, useLab } from "../../store/lab.ts";
import { actionOf } from "./action.ts";
import { STYLES } from "./methods.ts";
import { SoftwareNote } from "./software-note.tsx";

export function TimelineCard() {
  const { config, timeline, asked } = useConvolution();
  const { state, failure } = timeline;
  const ready = useLab(isReady);
  const hidden = useLab(isSoftware) && !asked;
  const picture = useRef<Picture>(null);
  const outdated = isOutdated(timeline, config);
  const shown = hidden ? undefined : state;
  const summary = shown && describe(shown);
  return (
    <FigureCard
      name="timeline"
      title="Timeline"
      width="full"
      look={
        <>
          One part of the batch after the other through 1, 2 and 3 sets of buffers: with more than one, the CPU fills
          while the GPU works. {outdated && <em>These are of earlier sizes.</em>}
        </>
      }
      summary={summary}
      busy={outdated}
      failure={failure}
      onRetry={() => void startRun("timeline")}
      picture={picture}
      table={
        shown
          ? () => ({
              columns: ["buffers", "part", "lane", "start (ms)", "end (ms)"],
              rows: shown.runs.flatMap(({ buffers, events }) =>
                events.map(({ part, lane, start, end }) => [buffers, part + 1, lane, start, end]),
              ),
            })
          : undefined
      }
      controls={
        !hidden && (
          <button type="button" className="button" disabled={!ready} onClick={() => toggleRun("timeline")}>
            {actionOf(timeline, config)}
          </button>
        )
      }
    >
      {hidden ? (
        <SoftwareNote />
      ) : shown && shown.runs.length > 0 ? (
        <>
          <ul className="legend">
            {LANES.map(({ lane, name, colour }) => (
              <li key={lane}>
                <span className="swatch" style={{ background: `var(${colour})` }} />
                {name}
              </li>
            ))}
          </ul>
          <Gantt label={`Timeline. ${summary}`} runs={shown.runs} picture={picture} />
          <p className="caveat">
            {summary} WebGPU has one queue: transfers and kernels follow one another.
            {!shown.timestamps && " Without timestamps, transfers count as compute."}
          </p>
        </>
      ) : (
        <p className="empty">Uploads, kernels, downloads and the CPU's work, as they happen.</p>
      )}
    </FigureCard>
  );
}

function describe({ runs, parts, signals, method }: TimelineState): string {
  const times = runs.map(({ buffers, ms }) => `${plain(ms, 3)} ms with ${buffers}`);
  return `${parts} parts of ${signals} signals by ${STYLES[method].short}: ${times.join(", ")}.`;
}

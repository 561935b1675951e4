import { useRef } from "react";
import type { TimelineState } from "#core/convolution/experiment/timeline.ts";
import type { Picture } from "../../figures/card.tsx";
import { RunCard } from "../../kit/run-card.tsx";
import { rate, si } from "../../format.ts";
import { useRun } from "../../kit/run.ts";
import { Gantt, LANES } from "./charts/gantt.tsx";
import { timeline } from "./store.ts";
import { TIMELINE_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";

export function TimelineCard() {
  const picture = useRef<Picture>(null);
  const shown = useRun(timeline).step?.state;
  const summary = shown && describe(shown);
  return (
    <RunCard
      of={timeline}
      times
      sketch="bars"
      empty="Run records when the GPU uploads, computes and downloads, and when the CPU works."
      name="timeline"
      title="Timeline"
      lesson={TIMELINE_LESSON}
      width="full"
      look="The batch is sent in parts. With one set of buffers nothing overlaps; with 2 and 3 the CPU fills and reads while the GPU works."
      outdated="This timeline belongs to earlier sizes."
      summary={summary}
      picture={picture}
      table={
        shown
          ? () => ({
              columns: ["buffers", "part", "lane", "start (ms)", "end (ms)", "largest error"],
              rows: shown.runs.flatMap(({ buffers, events, maxError }) =>
                events.map(({ part, lane, start, end }) => [buffers, part + 1, lane, start, end, maxError]),
              ),
            })
          : undefined
      }
    >
      {shown && shown.runs.length > 0 && (
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
            {!shown.timestamps && " This GPU has no timestamps, so transfers count as compute."}
          </p>
        </>
      )}
    </RunCard>
  );
}

function describe({ runs, parts, signals, method }: TimelineState): string {
  const times = runs.map(
    ({ buffers, ms, wrong }) => `${si(ms / 1000, "s", 3)} with ${buffers}${wrong ? " (WRONG)" : ""}`,
  );
  const worst = Math.max(...runs.map(({ maxError }) => maxError));
  return `${parts} ${parts === 1 ? "part" : "parts"} of ${signals} ${signals === 1 ? "signal" : "signals"} by ${STYLES[method].short}: ${times.join(", ")}. Largest error ${rate(worst)}.`;
}

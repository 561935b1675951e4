import type { TimelineLane, TimelineRun, TimelineState } from "#core/convolution/experiment/timeline.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { plain, rate, si } from "../../format.ts";
import { useRun } from "../../kit/run.ts";
import { Chart, type Colour, type Curve } from "../../figures/chart.tsx";
import { timeline } from "./store.ts";
import { TIMELINE_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";

/** The lanes in the order in which a part passes them, with their colours. */
const LANES: readonly { lane: TimelineLane; name: string; colour: Colour }[] = [
  { lane: "fill", name: "CPU fills", colour: "--grey" },
  { lane: "upload", name: "upload", colour: "--amber" },
  { lane: "compute", name: "compute", colour: "--blue" },
  { lane: "download", name: "download", colour: "--orange" },
  { lane: "read", name: "CPU reads", colour: "--pink" },
];

const rowOf = (buffers: number, name: string) => `${buffers} × ${name}`;

/** One row per number of buffers, one bar per part of the batch. */
function barsOf({ lane, name, colour }: (typeof LANES)[number], runs: readonly TimelineRun[]): Curve {
  const events = runs.flatMap(({ buffers, events }) =>
    events.filter((event) => event.lane === lane).map((event) => ({ ...event, row: rowOf(buffers, name) })),
  );
  return {
    name,
    colour,
    bars: events.map(({ start }) => start),
    x: events.map(({ start, end }) => end - start),
    y: events.map(({ row }) => row),
    // A thin outline of the same colour keeps the shortest bars visible.
    edge: 1,
    says: events.map(
      ({ part, start, end }) => `part ${part + 1}: ${name}<br>${plain(start, 3)} to ${plain(end, 3)} ms`,
    ),
  };
}

export function TimelineCard() {
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
      table={
        shown &&
        (() => ({
          columns: ["buffers", "part", "lane", "start (ms)", "end (ms)", "largest error"],
          rows: shown.runs.flatMap(({ buffers, events, maxError }) =>
            events.map(({ part, lane, start, end }) => [buffers, part + 1, lane, start, end, maxError]),
          ),
        }))
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
          <Chart
            label={`Timeline. ${summary}`}
            x={{ title: "Time since the first part", unit: "ms", fromZero: true, more: { tickformat: "," } }}
            y={{
              title: "",
              names: shown.runs.flatMap(({ buffers }) => LANES.map(({ name }) => rowOf(buffers, name))),
              more: { tickfont: { size: 10 } },
            }}
            curves={LANES.map((lane) => barsOf(lane, shown.runs))}
            legend={false}
            nearest
            more={{ bargap: 0.2 }}
          />
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

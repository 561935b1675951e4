import { Button } from "../../elements/button.tsx";
import { useShallow } from "zustand/react/shallow";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain, si, whole } from "../../format.ts";
import { ExcerptPlot } from "./charts/before-after.tsx";
import { Envelope } from "./charts/envelope.tsx";
import { type Excerpt, MOST_SEEN, seeSamples, useFilterSignal } from "./store/signal.ts";
import { useFilters } from "./store/filters.ts";
import { NoSignal } from "./no-signal.tsx";
import { hertzOf } from "./signal-text.ts";
import { passDelay } from "./verdicts.ts";

/** The card of some samples before and after the filter, with their place in the signal. */
export function ExcerptCard() {
  const { passed, passing, refusal, view, excerpt } = useFilterSignal(
    useShallow(({ passed, passing, refusal, view, excerpt }) => ({ passed, passing, refusal, view, excerpt })),
  );
  const designed = useFilters((store) => store.designed.view);
  const layers = passed && [
    { name: "before" as const, peaks: passed.waterfall.before.peak },
    { name: "after" as const, peaks: passed.waterfall.after.peak },
  ];
  const delay = designed && passDelay(designed);
  const rate = excerpt && hertzOf(excerpt.of);
  const samples = passed?.facts.samples ?? 0;
  const zoom = (by: number) => {
    const count = view.count * by;
    seeSamples({ start: view.start + (view.count - count) / 2, count });
  };
  const span = `${whole(view.count)} samples from ${whole(view.start)}`;
  const summary = excerpt && describe(excerpt);
  return (
    <FigureCard
      name="excerpt"
      title="Sample by sample"
      lesson={async () => (await import("./signal-lessons.ts")).EXCERPT_LESSON}
      look={
        <>
          The filter starts from rest, so its output begins with a transient and is late by{" "}
          {delay && Number.isFinite(delay.least) ? `about ${plain(delay.least, 2)} samples` : "some samples"}.
        </>
      }
      summary={summary}
      busy={excerpt !== undefined && passing}
      stale={excerpt !== undefined && refusal !== undefined}
      table={
        excerpt &&
        (() => {
          const complex = excerpt.of.facts.kind === "complex";
          const width = complex ? 2 : 1;
          const part = (values: Float32Array, first: number) =>
            Array.from({ length: excerpt.count }, (_, n) => values[width * n + first]);
          const { before, after } = excerpt.samples;
          const parts = complex ? [0, 1] : [0];
          const names = complex ? ["before I", "before Q", "after I", "after Q"] : ["before", "after"];
          return {
            columns: ["sample", ...names],
            rows: columnsToRows(
              Array.from({ length: excerpt.count }, (_, n) => excerpt.start + n),
              ...parts.map((i) => part(before, i)),
              ...parts.map((i) => part(after, i)),
            ),
          };
        })
      }
      controls={
        <>
          <Button
            className="icon"
            label="Fewer samples"
            title="Fewer samples"
            disabled={!passed || view.count <= 16}
            onClick={() => zoom(0.5)}
          >
            +
          </Button>
          <Button
            className="icon"
            label="More samples"
            title="More samples"
            disabled={!passed || view.count >= Math.min(samples, MOST_SEEN)}
            onClick={() => zoom(2)}
          >
            −
          </Button>
        </>
      }
    >
      {excerpt && layers && (
        <>
          <ExcerptPlot
            label={`Samples before and after the filter. ${summary}`}
            start={excerpt.start}
            rate={rate}
            before={excerpt.samples.before}
            after={excerpt.samples.after}
            complex={excerpt.of.facts.kind === "complex"}
          />
          <Envelope
            label="Samples in view"
            text={span}
            layers={layers}
            place={view.start / samples}
            length={view.count / samples}
            step={(0.25 * view.count) / samples}
            onMove={(place) => seeSamples({ start: place * samples, count: view.count })}
          />
          <p className="caveat">
            {span}
            {rate !== undefined && `, ${si(view.count / rate, "s", 3)}`}, of {whole(samples)}. Drag the window to see
            others.
          </p>
        </>
      )}
      <NoSignal />
    </FigureCard>
  );
}

function describe({ start, count, samples }: Excerpt): string {
  const peak = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return `Samples ${whole(start)} to ${whole(start + count - 1)}: largest ${plain(peak(samples.before), 3)} before, ${plain(peak(samples.after), 3)} after.`;
}

import { Button } from "../../elements/button.tsx";
import { useShallow } from "zustand/react/shallow";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain, si, whole } from "../../format.ts";
import { Chart, type Curve, type PanelAxis } from "../../figures/chart.tsx";
import { lineThrough } from "../../figures/marks/line.ts";
import { Slider } from "../../figures/marks/slider.tsx";
import { usualPeak } from "../../kit/listening/peaks.ts";
import { type Excerpt, MOST_SEEN, type Passed, seeSamples, type Span, useFilterSignal } from "./store/signal.ts";
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
          const { numbers, parts } = partsOf(excerpt);
          const sides = (["before", "after"] as const).flatMap((side) =>
            parts.map((part) => [`${side} ${part.name}`.trim(), part[side]] as const),
          );
          return {
            columns: ["sample", ...sides.map(([name]) => name)],
            rows: columnsToRows(numbers, ...sides.map(([, values]) => values)),
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
      {excerpt && passed && (
        <>
          <Samples label={`Samples before and after the filter. ${summary}`} excerpt={excerpt} />
          <Overview text={span} passed={passed} view={view} />
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

/** Up to this many samples get a marker each. */
const MOST_DOTS = 100;

/** Samples before and after the filter on one axis. Complex ones have their real part above their imaginary part. */
function Samples({ label, excerpt }: { label: string; excerpt: Excerpt }) {
  const { of, start, count } = excerpt;
  const { numbers: x, parts } = partsOf(excerpt);
  const rate = hertzOf(of);
  const dots = count <= MOST_DOTS ? { symbol: "circle", size: 4 } : {};
  const still = { fixedrange: true };
  return (
    <Chart
      label={label}
      x={{
        title: "Sample",
        range: [start - 0.5, start + count - 0.5],
        more: { ...still, tickformat: ",d" },
        read: (n) => `sample ${n}${rate === undefined ? "" : `, ${plain((1000 * Number(n)) / rate, 5)} ms`}`,
      }}
      y={parts.map(({ name }): PanelAxis => ({ title: name || "Amplitude", zero: "--edge", more: still }))}
      curves={parts.flatMap(({ name, before, after }, axis): Curve[] => [
        { name: `${name} before`.trim(), colour: "--sent", x, y: before, axis, width: 1.25, ...dots },
        { name: `${name} after`.trim(), colour: "--blue", x, y: after, axis, width: 1.75, ...dots },
      ])}
      revision={`${start} ${count} ${parts.length}`}
      more={{ dragmode: false }}
    />
  );
}

/** The numbers of the samples, and their real parts and, of complex ones, their imaginary parts. */
function partsOf({ of, start, count, samples }: Excerpt) {
  const names = of.facts.kind === "complex" ? ["I", "Q"] : [""];
  const part = (values: Float32Array, first: number) =>
    Array.from({ length: count }, (_, n) => values[names.length * n + first]);
  return {
    numbers: Array.from({ length: count }, (_, n) => start + n),
    parts: names.map((name, i) => ({ name, before: part(samples.before, i), after: part(samples.after, i) })),
  };
}

const WIDTH = 1000;
const HEIGHT = 48;

/** An overview of the signal with a window over the samples in view, which pointer and keys move. */
function Overview({ text, passed, view }: { text: string; passed: Passed; view: Span }) {
  const { samples } = passed.facts;
  const sides = (["before", "after"] as const).map((name) => ({ name, peaks: passed.waterfall[name].peak }));
  const most = Math.max(1e-12, ...sides.map(({ peaks }) => usualPeak(peaks)));
  const [place, length] = [view.start / samples, view.count / samples];
  return (
    <Slider
      className="envelope"
      label="Samples in view"
      text={text}
      step={0.25 * length}
      onMove={(to) => seeSamples({ start: to * samples, count: view.count })}
      value={place}
      range={[0, 1 - length]}
      valueAt={(px, width) => px / width - length / 2}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {sides.map(({ name, peaks }) => (
          <path key={name} className={name} d={outline(peaks, most)} />
        ))}
        <rect className="window" x={WIDTH * place} width={Math.max(2, WIDTH * length)} y={0} height={HEIGHT} />
      </svg>
    </Slider>
  );
}

/** The outline, symmetric about the middle line. */
function outline(peaks: ArrayLike<number>, most: number): string {
  const count = peaks.length;
  const x = (i: number) => (WIDTH * i) / Math.max(1, count - 1);
  const y = (i: number, side: 1 | -1) => HEIGHT / 2 - side * (HEIGHT / 2 - 1) * Math.min(1, peaks[i] / most);
  const up = lineThrough(count, x, (i) => y(i, 1));
  const down = lineThrough(
    count,
    (i) => x(count - 1 - i),
    (i) => y(count - 1 - i, -1),
  );
  return `${up}${down.replace("M", "L")}Z`;
}

import { Button } from "../../../elements/button.tsx";
import { useMemo } from "react";
import type { Annotation } from "#core/capture/recording.ts";
import { BANDWIDTH } from "#core/listening/tuning.ts";
import type { Waterfall as Image } from "#core/capture/waterfall.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { FigureCard } from "../../../figures/card.tsx";
import type { Table } from "../../../figures/table.ts";
import { fixed, whole } from "../../../format.ts";
import { useRun } from "../../../kit/run.ts";
import { signalAt } from "../signals/boxes.tsx";
import { boxOfSignal, choose, finding } from "../signals/store.ts";
import { Reading } from "./reading.tsx";
import { Waterfall } from "./waterfall.tsx";
import type { Band, Box, Point } from "./frame.ts";
import {
  bandOf,
  drawWaterfall,
  select,
  setView,
  showAll,
  showSpan,
  useWaterfall,
  zoomBand,
  zoomView,
} from "./store.ts";
import { useLater } from "../../../elements/use-later.ts";
import { LESSONS } from "../lessons.ts";
import { modeOf, useListening, useStationShown } from "../listening.ts";
import { bandText, cursorText, frequencyText, marksOf, scalesAt, selectionText, timeText } from "../measure.ts";

const NONE: readonly Annotation[] = [];
const NO_MARKS: ReturnType<typeof marksOf> = [];

export function WaterfallCard({ recording }: { recording: OpenedRecording }) {
  const store = useWaterfall();
  const { view, zoomed, picture: image, levels, fitting, selection, cursor, part, tool } = store;
  const band = useMemo(() => bandOf(recording), [recording]);
  // There may be 10⁵: the page answers before they are drawn.
  const annotations = useLater(store.annotations, NONE);
  const placed = useMemo(() => marksOf(recording, annotations, band), [recording, annotations, band]);
  const marks = useLater(placed, NO_MARKS);
  const found = useRun(finding).step?.found;
  const signals = useMemo(
    () => (found ?? []).map((signal) => ({ signal, ...boxOfSignal(recording, signal) })),
    [recording, found],
  );
  const captures = useMemo(() => recording.captures.slice(1).map(({ start }) => start), [recording]);
  const scales = useMemo(() => scalesAt(recording, view?.start ?? 0), [recording, view?.start]);
  const { hearing, station = 0 } = useListening();
  const mode = modeOf(recording, hearing);
  const stationShown = useStationShown(recording, mode);
  if (!view) return null;
  const readout = [
    cursor && cursorText(recording, cursor, image),
    selection && selectionText(recording, selection, part),
  ].filter(Boolean);
  const seen = `${timeText(scales, view.count, 4)} from ${timeText(scales, view.start, 6)} on${zoomed ? `, ${bandText(scales, zoomed)}` : ""}`;
  const shown = levels ?? fitting;
  return (
    <FigureCard
      name="waterfall"
      title="Waterfall"
      lesson={LESSONS.waterfall}
      width="full"
      look={`Time runs to the right, and colour shows power. ${isTouched() ? TOUCH : WHEEL} Drag to measure time, band and power.`}
      summary={`${recording.title}: ${seen} of ${whole(recording.samples)} samples, ${whole(marks.length)} annotations.`}
      failure={store.failure}
      onRetry={() => void drawWaterfall()}
      table={image && (() => tableOf(recording, image, zoomed ?? band))}
      controls={<Controls tunable={mode !== undefined} />}
    >
      <Waterfall
        label={`Waterfall of ${recording.title}: ${seen}.`}
        band={band}
        samples={recording.samples}
        scales={scales}
        marks={marks}
        signals={signals}
        captures={captures}
        tool={tool === "tune" && !mode ? "select" : tool}
        station={mode && stationShown ? stationBand(station, BANDWIDTH[mode], recording.sampleRate) : undefined}
        readout={readout.join("\n")}
        onClick={(point) => {
          const box = signalAt(signals, point);
          choose(recording, box?.signal);
          if (!box) select(marks.findLast((one) => contains(one, point)));
        }}
      />
      <Reading />
      <div className="waterfall-foot">
        <Position samples={recording.samples} />
        <p className="colour-key">
          <span>{fixed(shown.low, 0)}</span>
          <span className="colours" aria-hidden="true" />
          <span>{fixed(shown.high, 0)} dB</span>
        </p>
      </div>
    </FigureCard>
  );
}

const WHEEL =
  "After a click the wheel zooms in time, down to single samples; beside the map, or with Alt, it zooms in frequency.";
const TOUCH = "Two fingers zoom in time, down to single samples.";

/** A phone has neither a wheel nor keys. */
const isTouched = () => matchMedia("(hover: none) and (pointer: coarse), (width < 500px)").matches;

/** The station's band in cycles per sample. */
const stationBand = (station: number, bandwidth: number, rate = 1): Band => [
  (station - bandwidth / 2) / rate,
  (station + bandwidth / 2) / rate,
];

const contains = ({ start, count, low, high }: Box, { sample, frequency }: Point) =>
  sample >= start && sample <= start + count && frequency >= low && frequency <= high;

const TOOLS = [
  ["select", "Select", "A drag selects"],
  ["pan", "Pan", "A drag moves the view (or drag with Alt)"],
  ["tune", "Tune", "A click or a drag tunes the receiver of “Listen” (Enter: to the cursor)"],
] as const;
const ZOOMS = [
  ["−", "Zoom out", "−", zoomView, 2],
  ["+", "Zoom in", "+", zoomView, 0.5],
  ["f −", "Widen the frequency range", "/", zoomBand, 2],
  ["f +", "Narrow the frequency range", "*", zoomBand, 0.5],
] as const;

function Controls({ tunable }: { tunable: boolean }) {
  const tool = useWaterfall((store) => store.tool);
  const selection = useWaterfall((store) => store.selection);
  const zoomed = useWaterfall((store) => store.zoomed);
  return (
    <div className="waterfall-tools" role="group" aria-label="Waterfall tools">
      {TOOLS.map(([name, text, title]) => (
        <Button
          key={name}
          aria-pressed={tool === name}
          title={title}
          disabled={name === "tune" && !tunable}
          onClick={() => useWaterfall.setState({ tool: name })}
        >
          {text}
        </Button>
      ))}
      {ZOOMS.map(([text, label, keys, zoom, by]) => (
        <Button
          key={text}
          label={label}
          keys={keys}
          disabled={keys === "/" && zoomed === undefined}
          onClick={() => zoom(by)}
        >
          {text}
        </Button>
      ))}
      <Button
        label={selection ? "Fit selection" : "Fit all"}
        title={selection ? "Show the selection" : "Show the whole recording (0)"}
        onClick={() => (selection ? showSpan(selection) : showAll())}
      >
        Fit
      </Button>
    </div>
  );
}

/** A slider with the position of the view in the recording. */
function Position({ samples }: { samples: number }) {
  const view = useWaterfall((state) => state.view);
  if (!view) return null;
  const room = samples - view.count;
  return (
    <input
      type="range"
      className="slider"
      aria-label="Position of the view"
      aria-valuetext={`from sample ${whole(view.start)}`}
      min={0}
      max={1000}
      disabled={room === 0}
      value={room ? Math.round((1000 * view.start) / room) : 0}
      onChange={({ target }) => setView({ start: (Number(target.value) / 1000) * room, count: view.count })}
    />
  );
}

/** Table of the columns: the strongest bin in view, and the amplitude. */
function tableOf(recording: OpenedRecording, image: Image, [low, high]: Band): Table {
  const { start, count, columns, bins, decibels, rms, peak } = image;
  const first = Math.round((low + 0.5) * bins);
  const last = Math.max(first + 1, Math.round((high + 0.5) * bins));
  return {
    columns: ["first sample", "time", "strongest at", "power there (dB)", "RMS amplitude", "peak amplitude"],
    rows: Array.from({ length: columns }, (_, c) => {
      const sample = Math.floor(start + (c * count) / columns);
      const column = decibels.subarray(c * bins + first, c * bins + last);
      const bin = column.reduce((best, value, k) => (value > column[best] ? k : best), 0);
      const scales = scalesAt(recording, sample);
      const place = frequencyText(scales, (first + bin) / bins - 0.5);
      return [sample, timeText(scales, sample, 9), place, column[bin], rms[c], peak[c]];
    }),
  };
}

import { memo, useId } from "react";
import type { Annotation } from "#core/capture/recording.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import { whole } from "../../../format.ts";
import type { Band, Box, Point } from "./frame.ts";
import { drawBoxes, isInView, type Label, linesAt, rectangleOf } from "./marks.ts";
import { type Frame, frequencyTicks, frequencyUnit, type Scales, timeTicks, timeUnit } from "./frame.ts";
import { lineThrough } from "../../../figures/marks/line.ts";
import type { LevelRange } from "../../../figures/colour-map.ts";
import { ColourBar } from "../../../figures/marks/colour-bar.tsx";
import { Axes } from "../../../figures/marks/axes.tsx";

/** Ticks and units of the map and of the strip under it. */
export const Scale = memo(function Scale({ frame, scales }: { frame: Frame; scales: Scales }) {
  const { unit: time } = timeUnit(scales, frame.view);
  const { unit: frequency } = frequencyUnit(scales);
  return (
    <Axes
      ground={frame}
      text={frame.text}
      floor={frame.floor}
      x={{ title: `Time (${time})`, ticks: timeTicks(frame, scales), lines: "outside" }}
      y={{ title: `Frequency (${frequency})`, ticks: frequencyTicks(frame, scales), lines: "outside" }}
    />
  );
});

/** The colours of the map, right of the drawing: a saved picture shows them, and the page has them under the map. */
export const BarBeside = memo(function BarBeside(props: { frame: Frame; levels: LevelRange; shades: Uint32Array }) {
  const { frame, ...colours } = props;
  const { top, height, right, text } = frame;
  return <ColourBar {...colours} x={right} top={top + text} height={height - text} text={text} />;
});

/** Amplitude over time: I and Q of the samples if zoomed in far enough, otherwise RMS and peaks. */
export const Strip = memo(function Strip({ frame, picture }: { frame: Frame; picture: Waterfall }) {
  const clip = useId();
  const { left, width, stripTop, stripHeight } = frame;
  const most = picture.peak.reduce((most, value) => Math.max(most, value), 0) || 1;
  const { samples } = picture;
  // The curves stay below the strip's name.
  const head = 1.5 * frame.text;
  const room = stripHeight - head;
  const up = (value: number) =>
    stripTop + head + room * (samples ? 0.5 - (0.48 * value) / most : 1 - (0.96 * value) / most);
  const curve = (count: number, length: number, value: (i: number) => number) =>
    lineThrough(
      count,
      (i) => frame.x(picture.start + (i + 0.5) * length),
      (i) => up(value(i)),
    );
  // An older picture may reach beyond the view, or not fill it.
  const foot = (sample: number) => `${frame.x(picture.start + sample)} ${up(0)}`;
  const column = picture.count / picture.columns;
  const line = (values: ArrayLike<number>) => curve(values.length, column, (c) => values[c]);
  const wave = (x: Float32Array, part: 0 | 1) => curve(x.length / 2, 1, (n) => x[2 * n + part]);
  const dots = (x: Float32Array, part: 0 | 1) =>
    wave(x, part)
      .replace(/L/g, "M")
      .replace(/ (-?[\d.]+)(?=M|$)/g, " $1h.01");
  const dotted = samples && (samples.length / 2) * 5 < width;
  return (
    <g className="strip">
      <clipPath id={clip}>
        <rect x={left} y={stripTop} width={width} height={stripHeight} />
      </clipPath>
      <rect x={left} y={stripTop} width={width} height={stripHeight} />
      {samples ? (
        <g clipPath={`url(#${clip})`}>
          <path className="zero" d={`M${left} ${up(0)}h${width}`} />
          <path className="wave-q" d={wave(samples, 1)} />
          <path className="wave-i" d={wave(samples, 0)} />
          {dotted && <path className="wave-q dots" d={dots(samples, 1)} />}
          {dotted && <path className="wave-i dots" d={dots(samples, 0)} />}
        </g>
      ) : (
        <g clipPath={`url(#${clip})`}>
          <path className="peaks" d={`${line(picture.peak)}L${foot(picture.count)}L${foot(0)}Z`} />
          <path className="rms" d={line(picture.rms)} />
        </g>
      )}
      <text className="strip-name" x={left + 6} y={stripTop + 1.2 * frame.text}>
        {samples ? (
          <>
            <tspan className="of-i">I</tspan> <tspan className="of-q">Q</tspan>
          </>
        ) : (
          "amplitude: RMS, peaks"
        )}
      </text>
      <text x={left - 7} y={up(most) + 8} textAnchor="end">
        {most.toPrecision(2)}
      </text>
    </g>
  );
});

/** An annotation on the map; edges in cycles per sample. */
export interface Mark extends Box {
  annotation: Annotation;
}

export const labelOf = ({ annotation: { label, comment } }: Mark): string => label ?? comment ?? "";

/** The annotations and the starts of captures. The number of drawn elements is bounded. */
export const Marks = memo(function Marks(props: {
  frame: Frame;
  marks: readonly Mark[];
  labels: readonly Label<Mark>[];
  captures: readonly number[];
}) {
  const { frame, marks, labels, captures } = props;
  const { path, inView, drawn } = drawBoxes(marks, frame);
  return (
    <>
      <path className="capture" d={linesAt(captures, frame)} />
      <g className="mark">
        <path d={path} />
        {labels.map(({ x, y, text }) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
      {drawn < inView && (
        <text className="mark-note" x={frame.left + frame.width - 4} y={frame.top + frame.height - 6} textAnchor="end">
          {whole(inView)} annotations in view. Close ones are drawn as one.
        </text>
      )}
    </>
  );
});

/** What a person moves over the map: the band of a station, the selection and the cursor. */
export function Overlays(props: { frame: Frame; station?: Band; selection?: Box; cursor?: Point }) {
  const { frame, station, selection, cursor } = props;
  const { left, top, width, height, stripTop, stripHeight, floor } = frame;
  const rectangle = (box: Box) => {
    const [x, y, width, height] = rectangleOf(box, frame);
    return { x, y, width, height };
  };
  const { view } = frame;
  return (
    <>
      {station && <rect className="station" {...rectangle({ ...view, low: station[0], high: station[1] })} />}
      {selection && isInView(selection, frame) && (
        <g className="selection">
          <rect {...rectangle(selection)} />
          <rect className="through" {...rectangle(selection)} y={stripTop} height={stripHeight} />
        </g>
      )}
      {cursor && isInView({ start: cursor.sample, count: 0, low: cursor.frequency, high: cursor.frequency }, frame) && (
        <path
          className="cross"
          d={`M${frame.x(cursor.sample)} ${top}V${floor}M${left} ${frame.y(cursor.frequency)}h${width}`}
        />
      )}
      <rect className="frame" x={left} y={top} width={width} height={height} />
    </>
  );
}

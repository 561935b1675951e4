import { memo, useId } from "react";
import type { Annotation } from "#core/capture/recording.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import { whole } from "../../../format.ts";
import type { Band, Box, Point } from "./frame.ts";
import { drawBoxes, isInView, linesAt, rectangleOf } from "./marks.ts";
import {
  type Frame,
  frequencyTicks,
  frequencyUnit,
  type Scales,
  timeTicks,
  timeUnit,
  insideOf,
  xOf,
  yOf,
} from "./frame.ts";

/** Frame, ticks and units of the map and of the strip under it. */
export const Axes = memo(function Axes({ frame, scales }: { frame: Frame; scales: Scales }) {
  const { left, top, width, height, stripTop, stripHeight, text: size } = frame;
  const floor = stripTop + stripHeight;
  const middle = top + height / 2;
  return (
    <g className="axes">
      {frequencyTicks(frame, scales).map(({ value, text }) => (
        <g key={text}>
          <path d={`M${left - 4} ${yOf(frame, value)}h4`} />
          <text x={left - 7} y={yOf(frame, value) + 4 * size} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {timeTicks(frame, scales).map(({ value, text }) => (
        <g key={text}>
          <path d={`M${xOf(frame, value)} ${floor}v4`} />
          <text x={insideOf(frame, xOf(frame, value), text)} y={floor + 16 * size} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text x={left + width / 2} y={floor + 33 * size} textAnchor="middle">
        Time ({timeUnit(scales, frame.view).unit})
      </text>
      <text transform={`translate(${11 * size} ${middle}) rotate(-90)`} textAnchor="middle">
        Frequency ({frequencyUnit(scales).unit})
      </text>
    </g>
  );
});

/** Amplitude over time: I and Q of the samples if zoomed in far enough, otherwise RMS and peaks. */
export const Strip = memo(function Strip({ frame, picture }: { frame: Frame; picture: Waterfall }) {
  const clip = useId();
  const { left, width, stripTop, stripHeight } = frame;
  const most = picture.peak.reduce((most, value) => Math.max(most, value), 0) || 1;
  const { samples } = picture;
  // The curves stay below the strip's name.
  const head = 18 * frame.text;
  const room = stripHeight - head;
  const up = (value: number) =>
    stripTop + head + room * (samples ? 0.5 - (0.48 * value) / most : 1 - (0.96 * value) / most);
  const number = (value: number) => value.toFixed(1);
  const column = picture.count / picture.columns;
  const places = Array.from(picture.rms, (_, c) => number(xOf(frame, picture.start + (c + 0.5) * column)));
  const line = (values: ArrayLike<number>) =>
    places.map((x, c) => `${c ? "L" : "M"}${x} ${number(up(values[c]))}`).join("");
  const wave = (x: Float32Array, part: 0 | 1) => {
    let path = "";
    for (let n = 0; n < x.length / 2; n++) {
      path += `${n ? "L" : "M"}${number(xOf(frame, picture.start + n + 0.5))} ${number(up(x[2 * n + part]))}`;
    }
    return path;
  };
  const dots = (x: Float32Array, part: 0 | 1) =>
    wave(x, part)
      .replace(/L/g, "M")
      .replace(/ (-?[\d.]+)(?=M|$)/g, " $1h.01");
  const dotted = samples && (samples.length / 2) * 5 < width;
  return (
    <g className="strip" clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect x={0} y={stripTop} width={left + width} height={stripHeight} />
      </clipPath>
      <rect x={left} y={stripTop} width={width} height={stripHeight} />
      {samples ? (
        <>
          <path className="zero" d={`M${left} ${up(0)}h${width}`} />
          <path className="wave-q" d={wave(samples, 1)} />
          <path className="wave-i" d={wave(samples, 0)} />
          {dotted && <path className="wave-q dots" d={dots(samples, 1)} />}
          {dotted && <path className="wave-i dots" d={dots(samples, 0)} />}
        </>
      ) : (
        <>
          <path className="peaks" d={`${line(picture.peak)}L${left + width} ${up(0)}L${left} ${up(0)}Z`} />
          <path className="rms" d={line(picture.rms)} />
        </>
      )}
      <text className="strip-name" x={left + 6} y={stripTop + 14 * frame.text}>
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

const labelOf = ({ annotation: { label, comment } }: Mark) => label ?? comment ?? "";

/** The annotations and the starts of captures. The number of drawn elements is bounded. */
export const Marks = memo(function Marks(props: { frame: Frame; marks: readonly Mark[]; captures: readonly number[] }) {
  const { frame, marks, captures } = props;
  const { path, labels, inView, drawn } = drawBoxes(marks, frame, labelOf);
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
  const { left, top, width, height, stripTop, stripHeight } = frame;
  const floor = stripTop + stripHeight;
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
          d={`M${xOf(frame, cursor.sample)} ${top}V${floor}M${left} ${yOf(frame, cursor.frequency)}h${width}`}
        />
      )}
      <rect className="frame" x={left} y={top} width={width} height={height} />
    </>
  );
}

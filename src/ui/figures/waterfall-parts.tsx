import { memo, useId } from "react";
import type { Annotation } from "#core/capture/recording.ts";
import type { Waterfall } from "#core/capture/waterfall.ts";
import type { Band, Box, Point } from "./waterfall-frame.ts";
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
} from "./waterfall-frame.ts";

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
  const up = (value: number) =>
    stripTop + stripHeight * (samples ? 0.5 - (0.48 * value) / most : 1 - (0.96 * value) / most);
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

/** Overlays on the map: annotations, starts of captures, the band of a station, the selection and the cursor. */
export function Marks(props: {
  frame: Frame;
  marks: readonly Mark[];
  captures: readonly number[];
  station?: Band;
  selection?: Box;
  cursor?: Point;
}) {
  const { frame, marks, captures, station, selection, cursor } = props;
  const { left, top, width, height, stripTop, stripHeight } = frame;
  const floor = stripTop + stripHeight;
  const across = (sample: number) => Math.min(left + width, Math.max(left, xOf(frame, sample)));
  const down = (frequency: number) => Math.min(top + height, Math.max(top, yOf(frame, frequency)));
  const rectangle = ({ start, count, low, high }: Box) => {
    const [x, y] = [across(start), down(high)];
    return { x, y, width: Math.max(1, across(start + count) - x), height: Math.max(1, down(low) - y) };
  };
  const inView = ({ start, count, low, high }: Box) =>
    start <= frame.view.start + frame.view.count &&
    start + count >= frame.view.start &&
    low <= frame.band[1] &&
    high >= frame.band[0];
  return (
    <>
      {captures
        .filter((start) => xOf(frame, start) > left && xOf(frame, start) < left + width)
        .map((start) => (
          <path key={start} className="capture" d={`M${xOf(frame, start)} ${top}V${floor}`} />
        ))}
      {marks.filter(inView).map((mark, i) => {
        const box = rectangle(mark);
        return (
          <g key={i} className="mark">
            <rect {...box} />
            {box.width > 24 && (
              <text x={box.x + 4} y={Math.max(top, box.y) + 13 * frame.text}>
                {shortened(mark.annotation.label ?? mark.annotation.comment ?? "", box.width)}
              </text>
            )}
          </g>
        );
      })}
      {station && (
        <rect
          className="station"
          x={left}
          y={down(station[1])}
          width={width}
          height={Math.max(1, down(station[0]) - down(station[1]))}
        />
      )}
      {selection && inView(selection) && (
        <g className="selection">
          <rect {...rectangle(selection)} />
          <rect className="through" {...rectangle(selection)} y={stripTop} height={stripHeight} />
        </g>
      )}
      {cursor && inView({ start: cursor.sample, count: 0, low: cursor.frequency, high: cursor.frequency }) && (
        <path
          className="cross"
          d={`M${xOf(frame, cursor.sample)} ${top}V${floor}M${left} ${yOf(frame, cursor.frequency)}h${width}`}
        />
      )}
      <rect className="frame" x={left} y={top} width={width} height={height} />
    </>
  );
}

/** A label, shortened to fit above its box. */
function shortened(text: string, width: number): string {
  const room = Math.floor((width - 8) / 7);
  return text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text;
}

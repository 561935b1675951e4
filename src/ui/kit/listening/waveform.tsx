import { fixed, plain } from "../../format.ts";
import { usualPeak } from "./peaks.ts";
import type { Ground } from "../../figures/marks/ground.ts";
import { lineThrough } from "../../figures/marks/line.ts";
import { SliderChart } from "./slider-chart.tsx";

export interface WaveformProps {
  /** A class that colours the signal. */
  signal?: string;
  /** Largest magnitudes in equal parts of the time, one row per channel; empty before the first sound. */
  channels: readonly ArrayLike<number>[];
  seconds: number;
  /** Playing position, s. */
  position: number;
  disabled?: boolean;
  onSeek: (position: number) => void;
}

/** An overview of a sound with the playing position, one lane per channel. */
export function Waveform({ signal, channels, seconds, position, disabled, onSeek }: WaveformProps) {
  const lanes = Math.max(1, channels.length);
  const full = roundUp(Math.max(...channels.map(usualPeak), 0) || 1);
  // Each lane from its own middle.
  const level = (lane: number, value: number) => (lane + 0.5 - (0.48 * value) / full) / lanes;
  const outline = (peaks: ArrayLike<number>, lane: number, { x, y }: Ground) => {
    const count = peaks.length;
    const time = (i: number) => x(((i + 0.5) / count) * seconds);
    const half = (i: number) => Math.min(full, peaks[i]);
    const up = lineThrough(count, time, (i) => y(level(lane, half(i))));
    const down = lineThrough(
      count,
      (i) => time(count - 1 - i),
      (i) => y(level(lane, -half(count - 1 - i))),
    );
    return `${up}${down.replace("M", "L")}Z`;
  };
  const marks = lanes === 1 ? [full, 0, -full] : [full, 0];
  return (
    <SliderChart
      kind="waveform"
      label="Playing position"
      text={disabled ? "no sound yet" : `${fixed(position, 1)} of ${fixed(seconds, 1)} seconds`}
      value={Math.min(seconds, position)}
      range={[0, seconds]}
      step={Math.min(0.25, seconds / 20)}
      disabled={disabled}
      onMove={onSeek}
      axis={{ title: "Time (s)" }}
      levels={{
        title: lanes === 1 ? "Amplitude" : "Left, right",
        lines: Array.from({ length: lanes }, (_, lane) => lane).flatMap((lane) =>
          marks.map((value) => [level(lane, value), plain(value, 3)] as const),
        ),
      }}
    >
      {(ground) => (
        <>
          {channels.map((peaks, lane) => (
            <path key={lane} className={`signal ${signal ?? ""}`} d={outline(peaks, lane, ground)} />
          ))}
          {!disabled && (
            <path className="head" d={`M${ground.x(Math.min(seconds, position))} ${ground.top}v${ground.height}`} />
          )}
          {channels.length === 0 && (
            <text x={ground.x(seconds / 2)} y={ground.y(0.5) - 6} textAnchor="middle">
              No sound yet: press Play
            </text>
          )}
        </>
      )}
    </SliderChart>
  );
}

/** The value rounded up to one of a few factors times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 7, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

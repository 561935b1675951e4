import { useShallow } from "zustand/react/shallow";
import type { Sound } from "#core/listening/sound.ts";
import type { Ground } from "../../figures/marks/ground.ts";
import { lineThrough } from "../../figures/marks/line.ts";
import { fixed, plain } from "../../format.ts";
import { peaksOf, usualPeak } from "./peaks.ts";
import { type Player, secondsOf } from "./player.ts";
import { SliderChart } from "./slider-chart.tsx";

export interface TrackProps {
  player: Player;
  /** Duration of the signal, s, before there is a sound. */
  seconds: number;
  /** Peaks of samples that are played unchanged, to show before there is a sound. */
  peaks?: ArrayLike<number>;
  /** A class that colours the signal. */
  signal?: string;
}

/** A sound's overview with the playing position, one lane per channel, and the level there. */
export function Track({ player, seconds: expected, peaks, signal }: TrackProps) {
  const { heard, listening, playing, position } = player.use(
    useShallow(({ heard, listening, playing, position }) => {
      return { heard, listening: listening !== undefined, playing, position };
    }),
  );
  const sound = heard?.sound;
  const channels = sound ? peaksOf(sound) : peaks ? [peaks] : [];
  const seconds = sound ? secondsOf(sound) : expected;
  const busy = listening && heard !== undefined;
  const lanes = Math.max(1, channels.length);
  const full = roundUp(Math.max(...channels.map(usualPeak), 0) || 1);
  // Each lane from its own middle.
  const level = (lane: number, value: number) => (lane + 0.5 - (0.48 * value) / full) / lanes;
  const outline = (heights: ArrayLike<number>, lane: number, { x, y }: Ground) => {
    const count = heights.length;
    const time = (i: number) => x(((i + 0.5) / count) * seconds);
    const half = (i: number) => Math.min(full, heights[i]);
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
    <div className="track" aria-busy={busy} data-busy={busy || undefined}>
      <SliderChart
        kind="waveform"
        label="Playing position"
        text={sound ? `${fixed(position, 1)} of ${fixed(seconds, 1)} seconds` : "no sound yet"}
        value={Math.min(seconds, position)}
        range={[0, seconds]}
        step={Math.min(0.25, seconds / 20)}
        disabled={!sound}
        onMove={player.seek}
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
            {channels.map((heights, lane) => (
              <path key={lane} className={`signal ${signal ?? ""}`} d={outline(heights, lane, ground)} />
            ))}
            {sound && (
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
      <Level sound={sound} position={position} playing={playing} />
    </div>
  );
}

/** The value rounded up to one of a few factors times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 5, 7, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

/** Window of the level meter, s, and the lowest level that it shows, dB. */
const LOOK = 0.05;
const QUIET = -60;

/** A level meter at the playing position. */
function Level({ sound, position, playing }: { sound?: Sound; position: number; playing: boolean }) {
  const db = sound && playing ? levelAt(sound, position) : -Infinity;
  const shown = Math.min(0, Math.max(QUIET, db));
  return (
    <div
      className="level"
      role="meter"
      aria-label="Level"
      aria-valuemin={QUIET}
      aria-valuemax={0}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={db > -200 ? `${fixed(db, 0)} dB` : "silence"}
    >
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="floor" width={100} height={4} />
        <rect className={db > -1 ? "loud" : "bar"} width={100 * (1 - shown / QUIET)} height={4} />
      </svg>
    </div>
  );
}

function levelAt({ samples, channels, rate }: Sound, position: number): number {
  const from = channels * Math.floor(position * rate);
  let peak = 0;
  for (const value of samples.subarray(from, from + channels * Math.ceil(LOOK * rate))) {
    peak = Math.max(peak, Math.abs(value));
  }
  return 20 * Math.log10(peak);
}

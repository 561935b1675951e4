import { Check } from "../../elements/check.tsx";
import { Button } from "../../elements/button.tsx";
import { type ReactNode, useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import type { Sound } from "#core/listening/sound.ts";
import { duration, fixed, plain } from "../../format.ts";
import { peaksOf } from "./peaks.ts";
import { type Player, secondsOf } from "./player.ts";
import { describeSound } from "./sound-text.ts";
import { Waveform } from "./waveform.tsx";
import "./listening.css";

interface SoundViewProps {
  player: Player;
  /** Duration of the signal, s, before there is a sound. */
  seconds: number;
  /** Peaks of samples that are played unchanged, to show before there is a sound. */
  peaks?: ArrayLike<number>;
  /** A class that colours the signal. */
  signal?: string;
  /** A note before there is a sound. */
  idle: ReactNode;
}

/** A sound: its waveform with the playing position, its level, its controls, and its notes. */
export function SoundView({ player, seconds, peaks, signal, idle }: SoundViewProps) {
  const refusal = player.use((store) => store.refusal);
  return (
    <>
      {refusal ? (
        <p className="caveat refused" role="alert">
          This signal cannot be played like this: {refusal}.
        </p>
      ) : (
        <Track player={player} seconds={seconds} peaks={peaks} signal={signal} />
      )}
      <Controls player={player} />
      <Notes player={player}>{idle}</Notes>
    </>
  );
}

/** The sound's waveform and the level at the playing position. */
function Track({ player, seconds, peaks, signal }: Omit<SoundViewProps, "idle">) {
  const { heard, listening, playing, position } = player.use(
    useShallow(({ heard, listening, playing, position }) => {
      return { heard, listening: listening !== undefined, playing, position };
    }),
  );
  const sound = heard?.sound;
  const channels = useMemo(() => (sound ? peaksOf(sound) : peaks ? [peaks] : []), [sound, peaks]);
  const busy = listening && heard !== undefined;
  return (
    <div className="track" aria-busy={busy} data-busy={busy || undefined}>
      <Waveform
        signal={signal}
        channels={channels}
        seconds={sound ? secondsOf(sound) : seconds}
        position={position}
        disabled={!sound}
        onSeek={player.seek}
      />
      <Level sound={sound} position={position} playing={playing} />
    </div>
  );
}

/** The controls: play, position, volume, repeat, save. */
function Controls({ player }: { player: Player }) {
  const { heard, playing, listening, position, volume, loop } = player.use(
    useShallow(({ heard, playing, listening, position, volume, loop }) => {
      return { heard, playing, listening: listening !== undefined, position, volume, loop };
    }),
  );
  return (
    <div className="listen-hands">
      <Button look="primary" onClick={() => void player.toggle()}>
        {playing || listening ? "Stop" : "Play"}
      </Button>
      <output className="number" aria-label="Position">
        {fixed(position, 1)} s{heard && <span className="muted"> of {fixed(secondsOf(heard.sound), 1)} s</span>}
      </output>
      <label className="volume">
        Volume
        <input
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={volume}
          aria-valuetext={`${Math.round(100 * volume)} %`}
          onChange={({ target }) => player.setVolume(Number(target.value))}
        />
      </label>
      <Check checked={loop} onChange={player.setLoop}>
        repeat
      </Check>
      <Button onClick={() => void player.save()}>Save WAV</Button>
    </div>
  );
}

/** Notes: progress, a description of the sound, and why nothing is heard. */
function Notes({ player, children }: { player: Player; children: ReactNode }) {
  const { listening, stopped, heard, refusal, silence } = player.use(
    useShallow(({ listening, stopped, heard, refusal, silence }) => ({ listening, stopped, heard, refusal, silence })),
  );
  const clipped = heard && heard.sound.peakDb > 0;
  return (
    <>
      {heard && !refusal && (
        <p className="caveat">
          {describeSound(heard)}
          {clipped && <strong className="clipped"> It exceeds full scale and is clipped when played.</strong>}
        </p>
      )}
      {listening && (
        <p className="run-note">
          <progress max={1} value={listening.progress} aria-label="Sound prepared" /> Preparing audio:{" "}
          {plain(Math.floor(100 * listening.progress))} %
          {listening.remainingMs !== undefined && `, ${duration(listening.remainingMs)} left`}
        </p>
      )}
      {stopped && !listening && (
        <p className="run-note">{heard ? "Stopped. This is the last sound." : "Stopped before the sound was ready."}</p>
      )}
      {silence && (
        <p className="caveat refused" role="alert">
          {silence}. “Save WAV” still works.
        </p>
      )}
      {!heard && !refusal && !listening && !stopped && <p className="caveat">{children}</p>}
    </>
  );
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

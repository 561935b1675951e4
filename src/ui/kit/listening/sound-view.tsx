import { Check } from "../../elements/check.tsx";
import { Progress } from "../../elements/progress.tsx";
import { Button } from "../../elements/button.tsx";
import type { ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { duration, fixed, plain } from "../../format.ts";
import { type Player, secondsOf } from "./player.ts";
import { describeSound } from "./sound-text.ts";
import { Track, type TrackProps } from "./track.tsx";
import "./listening.css";

interface SoundViewProps extends TrackProps {
  /** A note before there is a sound. */
  idle: ReactNode;
}

/** A sound: its waveform with the playing position, its level, its controls, and its notes. */
export function SoundView({ idle, ...track }: SoundViewProps) {
  const { player } = track;
  const refusal = player.use((store) => store.refusal);
  return (
    <>
      {refusal ? (
        <p className="caveat refused" role="alert">
          This signal cannot be played like this: {refusal}.
        </p>
      ) : (
        <Track {...track} />
      )}
      <Controls player={player} />
      <Notes player={player}>{idle}</Notes>
    </>
  );
}

/** The controls: play, position, volume, repeat, save. */
function Controls({ player }: { player: Player }) {
  const { heard, active, position, volume, loop } = player.use(
    useShallow(({ heard, playing, starting, position, volume, loop }) => {
      return { heard, active: playing || starting, position, volume, loop };
    }),
  );
  return (
    <div className="listen-hands">
      <Button look="primary" onClick={() => void player.toggle()}>
        {active ? "Stop" : "Play"}
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
          <Progress label="Sound prepared" share={listening.progress} /> Preparing audio:{" "}
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

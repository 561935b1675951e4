import { type RefObject, useMemo, useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { type Hearing, HEARINGS } from "#core/listening/hearing.ts";
import type { Sound } from "#core/listening/sound.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { duration, fixed, plain, si } from "../../format.ts";
import { Waveform } from "./charts/waveform.tsx";
import { type Passed, useFilterSignal } from "./store/signal.ts";
import {
  hearingOf,
  hearSide,
  saveSound,
  secondsOf,
  seek,
  setDeemphasis,
  setLoop,
  setVolume,
  toggleSound,
  useFilterSound,
} from "./store/sound.ts";
import { useFilters } from "./store/filters.ts";
import { joined } from "./drawings.ts";
import { describe, peaksOf, tableOf } from "./listen-text.ts";
import { hertzOf } from "./signal-text.ts";
import { NoSignal } from "./no-signal.tsx";
import { Tuning } from "./tuning.tsx";

const HEARING_NAMES: Readonly<Record<Hearing, string>> = {
  "as-is": "samples",
  am: "AM",
  fm: "FM, mono",
  "fm-stereo": "FM, stereo",
};
const DEEMPHASES = [
  { value: "50", text: "50 µs (Europe)" },
  { value: "75", text: "75 µs (Americas)" },
  { value: "none", text: "none" },
] as const;

/** The card to listen to the signal before and after the filter. No sound starts without a click. */
export function ListenCard() {
  const passed = useFilterSignal((store) => store.passed);
  const { side, deemphasis, heard, refusal, failure } = useFilterSound(
    useShallow(({ side, deemphasis, heard, refusal, failure }) => ({ side, deemphasis, heard, refusal, failure })),
  );
  const chosen = useFilters((store) => store.hearing);
  const [tuner, track] = [useRef<Picture>(null), useRef<Picture>(null)];
  const picture = useRef<Picture>(async () => {
    return joined([(await tuner.current?.()) ?? "", (await track.current?.()) ?? ""], "down");
  });
  const hearing = passed && hearingOf(passed, chosen).hearing;
  // Stations can be tuned only in complex recordings with a sample rate in Hz.
  const tuned =
    passed && hearing && hearing !== "as-is" && passed.facts.kind === "complex" && hertzOf(passed) !== undefined
      ? { passed, side, mode: hearing }
      : undefined;
  const summary = heard && describe(heard);
  return (
    <FigureCard
      name="listen"
      title="Listen"
      lesson={async () => (await import("./signal-lessons.ts")).LISTEN_LESSON}
      look={
        tuned
          ? "Drag the band to a station, or click on one. Switch between before and after while it plays."
          : "Switch between before and after while it plays. Change the filter, and hear the difference."
      }
      summary={summary}
      failure={failure}
      onRetry={() => void toggleSound()}
      picture={picture}
      table={heard || tuned ? () => tableOf(heard?.sound, tuned) : undefined}
    >
      {passed && hearing && (
        <div className="listen">
          <div className="listen-choices">
            <fieldset className="sides">
              <legend className="unseen">Listen to the signal</legend>
              {(["before", "after"] as const).map((one) => (
                <label key={one} className={`of-${one}`}>
                  <input type="radio" name="side" checked={side === one} onChange={() => hearSide(one)} />
                  {one} the filter
                </label>
              ))}
            </fieldset>
            <ChoiceField
              label="Listen to"
              description="Samples: played unchanged at an audio sample rate, complex ones as left and right. AM: the envelope. FM: the phase difference of successive samples."
              choices={HEARINGS.map((value) => ({ value, text: HEARING_NAMES[value] }))}
              value={hearing}
              onChange={(next) => useFilters.setState({ hearing: next })}
            />
            {hearing.startsWith("fm") && (
              <ChoiceField label="De-emphasis" choices={[...DEEMPHASES]} value={deemphasis} onChange={setDeemphasis} />
            )}
          </div>
          {tuned && <Tuning {...tuned} picture={tuner} />}
          {refusal ? (
            <p className="caveat refused" role="alert">
              This signal cannot be played like this: {refusal}.
            </p>
          ) : (
            <Track passed={passed} hearing={hearing} picture={track} />
          )}
          <Hands />
          <Notes passed={passed} hearing={hearing} summary={summary} />
        </div>
      )}
      <NoSignal />
    </FigureCard>
  );
}

/** The sound's waveform and the level at the playing position. */
function Track({ passed, hearing, picture }: { passed: Passed; hearing: Hearing; picture: RefObject<Picture | null> }) {
  const { side, heard, listening, playing, position } = useFilterSound(
    useShallow(({ side, heard, listening, playing, position }) => {
      return { side, heard, listening: listening !== undefined, playing, position };
    }),
  );
  const sound = heard?.sound;
  const channels = useMemo(() => {
    if (sound) return peaksOf(sound);
    // Samples played unchanged can be shown before any sound is made.
    return hearing === "as-is" ? [passed.waterfall[side].peak] : [];
  }, [sound, hearing, passed, side]);
  const busy = listening && heard !== undefined;
  return (
    <div className="track" aria-busy={busy} data-busy={busy || undefined}>
      <Waveform
        side={heard?.side ?? side}
        channels={channels}
        seconds={sound ? secondsOf(sound) : passed.facts.samples / passed.facts.rate}
        position={position}
        disabled={!sound}
        onSeek={seek}
        picture={picture}
      />
      <Level sound={sound} position={position} playing={playing} />
    </div>
  );
}

/** The controls: play, position, volume, repeat, save. */
function Hands() {
  const { heard, playing, listening, position, volume, loop } = useFilterSound(
    useShallow(({ heard, playing, listening, position, volume, loop }) => {
      return { heard, playing, listening: listening !== undefined, position, volume, loop };
    }),
  );
  return (
    <div className="listen-hands">
      <button type="button" className="button primary" onClick={() => void toggleSound()}>
        {playing || listening ? "Stop" : "Play"}
      </button>
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
          onChange={({ target }) => setVolume(Number(target.value))}
        />
      </label>
      <label className="check">
        <input type="checkbox" checked={loop} onChange={({ target }) => setLoop(target.checked)} />
        repeat
      </label>
      <button type="button" className="button" onClick={() => void saveSound()}>
        Save WAV
      </button>
    </div>
  );
}

/** Notes: progress, a description of the sound, and why nothing is heard. */
function Notes({ passed, hearing, summary }: { passed: Passed; hearing: Hearing; summary?: string }) {
  const { listening, stopped, heard, refusal, silence } = useFilterSound(
    useShallow(({ listening, stopped, heard, refusal, silence }) => ({ listening, stopped, heard, refusal, silence })),
  );
  const clipped = heard && heard.sound.peakDb > 0;
  const rate = si(passed.facts.rate, "samples/s", 5);
  return (
    <>
      {heard && !refusal && (
        <p className="caveat">
          {summary}
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
      {!heard && !refusal && !listening && !stopped && (
        <p className="caveat">
          {hearing === "as-is"
            ? `Plays at ${rate} on your computer only.`
            : `Demodulated from ${rate} when you press Play.`}
        </p>
      )}
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

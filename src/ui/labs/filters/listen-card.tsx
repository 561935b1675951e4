import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { type Hearing, HEARINGS, type Sound } from "#core/experiments/filters/sound.ts";
import { ChoiceField } from "../../fields/choice-field.tsx";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed, plain, si } from "../../format.ts";
import { Envelope } from "../../plots/envelope.tsx";
import { useFilterSignal } from "../../store/filter-signal.ts";
import {
  type Heard,
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
} from "../../store/filter-sound.ts";
import { useFilters } from "../../store/filters.ts";
import { NoSignal } from "./no-signal.tsx";

const HEARING_NAMES: Readonly<Record<Hearing, string>> = {
  "as-is": "as it is",
  am: "AM",
  fm: "FM, mono",
  "fm-stereo": "FM, stereo",
};
const DEEMPHASES = [
  { value: "50", text: "50 µs (Europe)" },
  { value: "75", text: "75 µs (Americas)" },
  { value: "none", text: "none" },
] as const;

/** Columns of the sound seen at a glance. */
const COLUMNS = 400;

/** The signal to be listened to, before the filter and after it. Nothing sounds before someone asks. */
export function ListenCard() {
  const passed = useFilterSignal((store) => store.passed);
  const { side, deemphasis, volume, loop, listening, heard, playing, position, refusal, failure } = useFilterSound(
    useShallow((store) => store),
  );
  const chosen = useFilters((store) => store.hearing);
  const config = passed && hearingOf(passed, chosen);
  const sound = heard?.sound;
  const layers = useMemo(() => {
    if (heard) return [{ name: heard.side, peaks: peaksOf(heard.sound) }];
    // What is heard as it is can be seen before it is heard.
    const audible = passed && hearingOf(passed, chosen).hearing === "as-is";
    const outline = audible ? passed.waterfall[side].peak : undefined;
    return outline ? [{ name: side, peaks: outline }] : [];
  }, [heard, passed, side, chosen]);
  const length = sound ? secondsOf(sound) : 0;
  const clipped = sound && sound.peakDb > 0;
  const summary = heard && describe(heard);
  return (
    <FigureCard
      name="listen"
      title="Listen"
      lesson={async () => (await import("./signal-lessons.ts")).LISTEN_LESSON}
      look="Go back and forth between before and after while it plays. Change the filter, and hear it change."
      summary={summary}
      busy={listening !== undefined && heard !== undefined}
      failure={failure}
      onRetry={() => void toggleSound()}
      table={
        sound &&
        (() => ({
          columns: ["time (s)", "peak"],
          rows: columnsToRows(
            Array.from({ length: COLUMNS }, (_, i) => ((i + 0.5) / COLUMNS) * length),
            peaksOf(sound),
          ),
        }))
      }
    >
      {passed && config && (
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
              label="Heard"
              description="As it is: samples at a rate for ears, complex ones as left and right. AM by its envelope, FM by its phase steps."
              choices={HEARINGS.map((value) => ({ value, text: HEARING_NAMES[value] }))}
              value={config.hearing}
              onChange={(hearing) => useFilters.setState({ hearing })}
            />
            {config.hearing.startsWith("fm") && (
              <ChoiceField label="De-emphasis" choices={[...DEEMPHASES]} value={deemphasis} onChange={setDeemphasis} />
            )}
          </div>
          {refusal ? (
            <p className="caveat refused" role="alert">
              This cannot be heard so: {refusal}.
            </p>
          ) : (
            <>
              <Envelope
                label="Place in the sound"
                text={sound ? `${fixed(position, 1)} of ${fixed(length, 1)} seconds` : "nothing has been heard yet"}
                layers={layers}
                place={sound ? Math.min(1, position / length) : 0}
                step={length > 0 ? 1 / Math.max(20, length * 4) : 0}
                disabled={!sound}
                onMove={(place) => seek(place * length)}
              />
              <Level sound={sound} position={position} playing={playing} />
            </>
          )}
          <div className="listen-hands">
            <button
              type="button"
              className="button primary"
              disabled={listening !== undefined && !playing}
              onClick={() => void toggleSound()}
            >
              {playing ? "Stop" : "Play"}
            </button>
            <output className="number" aria-label="Position">
              {fixed(position, 1)} s{sound && <span className="muted"> of {fixed(length, 1)} s</span>}
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
              again and again
            </label>
            <button type="button" className="button" onClick={() => void saveSound()}>
              Save WAV
            </button>
          </div>
          {listening && (
            <p className="run-note">
              <progress max={1} value={listening.progress} aria-label="Part of the sound that is made" /> Making sound
              of it …
            </p>
          )}
          {sound && !refusal && (
            <p className="caveat">
              {summary}
              {clipped && <strong className="refused"> Louder than full scale: it is clipped when played.</strong>}
            </p>
          )}
          {!sound && !refusal && !listening && (
            <p className="caveat">
              {config.hearing === "as-is"
                ? `Played at ${si(passed.facts.rate, "samples/s", 5)}, from your speakers alone.`
                : `Demodulated from ${si(passed.facts.rate, "samples/s", 5)} when you press Play.`}
            </p>
          )}
        </div>
      )}
      <NoSignal />
    </FigureCard>
  );
}

/** How long a level is looked at, s, and the quietest that is shown, dB. */
const LOOK = 0.05;
const QUIET = -60;

/** How loud it is where it plays. */
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

function peaksOf({ samples }: Sound): Float32Array {
  const peaks = new Float32Array(COLUMNS);
  for (let i = 0; i < samples.length; i++) {
    const column = Math.floor((i * COLUMNS) / samples.length);
    peaks[column] = Math.max(peaks[column], Math.abs(samples[i]));
  }
  return peaks;
}

function describe({ sound, config }: Heard): string {
  const { rate, channels, peakDb, rmsDb, pilot } = sound;
  const level = Number.isFinite(peakDb)
    ? `Peak ${fixed(peakDb, 1)} dB, mean ${fixed(rmsDb, 1)} dB of full scale.`
    : "Silence.";
  const format = `${plain(secondsOf(sound), 3)} s at ${si(rate, "Hz", 5)}, ${channels === 2 ? "stereo" : "mono"}.`;
  const tone = pilot
    ? ` Pilot at ${fixed(pilot.frequency, 1)} Hz, ${fixed(pilot.levelDb, 1)} dB: the broadcast is stereo.`
    : config.hearing === "fm-stereo"
      ? " There is no pilot at 19 kHz: both sides are the same."
      : "";
  return `${format} ${level}${tone}`;
}

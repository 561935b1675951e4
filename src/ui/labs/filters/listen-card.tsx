import { Button } from "../../elements/button.tsx";
import { useMemo } from "react";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, si } from "../../format.ts";
import { HearingFields } from "../../kit/listening/hearing-fields.tsx";
import { describeSound, soundTable, type TunedSpectrum } from "../../kit/listening/sound-text.ts";
import { SoundView } from "../../kit/listening/sound-view.tsx";
import { Tuning } from "../../kit/listening/tuning.tsx";
import { type Passed, useFilterSignal } from "./store/signal.ts";
import { centreOf, hearingOf, hearSide, player, tune, useSide } from "./store/sound.ts";
import { useFilters } from "./store/filters.ts";
import { gainReader, hertzOf } from "./signal-text.ts";
import { NoSignal } from "./no-signal.tsx";

/** The card to listen to the signal before and after the filter. No sound starts without a click. */
export function ListenCard() {
  const passed = useFilterSignal((store) => store.passed);
  const side = useSide((store) => store.side);
  const heard = player.use((store) => store.heard);
  const failure = player.use((store) => store.failure);
  const chosen = useFilters((store) => store.hearing);
  const station = useFilters((store) => store.station) ?? 0;
  const hearing = passed && hearingOf(passed, chosen).hearing;
  const spectrum = useMemo(() => passed && spectrumOf(passed, side), [passed, side]);
  // Stations can be tuned only in complex recordings with a sample rate in Hz.
  const tunable = passed && passed.facts.kind === "complex" && hertzOf(passed) !== undefined;
  const mode = tunable && hearing !== "as-is" ? hearing : undefined;
  return (
    <FigureCard
      name="listen"
      title="Listen"
      lesson={async () => (await import("./signal-lessons.ts")).LISTEN_LESSON}
      look={
        mode
          ? "Drag the band to a station, or click on one. Switch between before and after while it plays."
          : "Switch between before and after while it plays. Change the filter, and hear the difference."
      }
      summary={heard && describeSound(heard)}
      failure={failure}
      onRetry={() => void player.toggle()}
      table={(heard || mode) && (() => soundTable(heard?.sound, mode && spectrum))}
    >
      {passed && spectrum && hearing && (
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
            <HearingFields
              player={player}
              hearing={hearing}
              onHearing={(next) => useFilters.setState({ hearing: next })}
            />
          </div>
          {mode && (
            <>
              <Tuning
                mode={mode}
                spectrum={spectrum}
                rate={passed.facts.rate}
                centre={centreOf(passed)}
                station={station}
                onTune={tune}
                signal={side}
              />
              {side === "after" && <Attenuated passed={passed} station={station} />}
            </>
          )}
          <SoundView
            player={player}
            seconds={passed.facts.samples / passed.facts.rate}
            peaks={hearing === "as-is" ? passed.waterfall[side].peak : undefined}
            signal={heard?.request.part ?? side}
            idle={
              hearing === "as-is"
                ? `Plays at ${rateText(passed)} on your computer only.`
                : `Demodulated from ${rateText(passed)} when you press Play.`
            }
          />
        </div>
      )}
      <NoSignal />
    </FigureCard>
  );
}

function spectrumOf({ spectrum, facts }: Passed, side: "before" | "after"): TunedSpectrum {
  const { frequency, powerDb } = spectrum[side];
  return {
    frequency: Float64Array.from(frequency, (turns) => turns * facts.rate),
    powerDb,
    title: `power ${side} (dB)`,
  };
}

const rateText = ({ facts }: Passed) => si(facts.rate, "samples/s", 5);

/** A filter gain at the station below this, dB, gets a note. */
const TAKEN_DB = -20;

/** A note where the filter removes the station. */
function Attenuated({ passed, station }: { passed: Passed; station: number }) {
  const view = useFilters(({ designed }) => designed.view);
  const { rate } = passed.facts;
  const gain = view && Math.abs(station) <= rate / 2 ? gainReader(view)(station / rate) : 0;
  if (gain >= TAKEN_DB) return null;
  return (
    <p className="caveat">
      The filter’s gain at this station is {Number.isFinite(gain) ? fixed(gain, 0) : "−∞"} dB.{" "}
      <Button look="link" onClick={() => hearSide("before")}>
        Listen before the filter
      </Button>
    </p>
  );
}

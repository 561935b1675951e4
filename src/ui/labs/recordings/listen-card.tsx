import { Check } from "../../elements/check.tsx";
import { Button } from "../../elements/button.tsx";
import { useMemo } from "react";
import { BANDWIDTH } from "#core/listening/tuning.ts";
import { FigureCard } from "../../figures/card.tsx";
import { pointer } from "../../figures/pointer.ts";
import { plain, si } from "../../format.ts";
import { HearingFields } from "../../kit/listening/hearing-fields.tsx";
import { describeSound, soundTable } from "../../kit/listening/sound-text.ts";
import { SoundView } from "../../kit/listening/sound-view.tsx";
import { Tuning } from "../../kit/listening/tuning.tsx";
import { AskRate } from "../../kit/recording/ask-rate.tsx";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { useWaterfall } from "./waterfall/store.ts";
import { LESSONS } from "./lessons.ts";
import {
  centreOf,
  heardPart,
  hearingOf,
  modeOf,
  MOST_SECONDS,
  player,
  refusalOf,
  tune,
  tuneTo,
  useListening,
} from "./listening.ts";
import { frequencyText, scalesAt } from "./measure.ts";

/** The card that tunes to a station of the recording, demodulates it and plays it. No sound starts without a click. */
export function ListenCard({ recording }: { recording: OpenedRecording }) {
  const { hearing: chosen, station = 0, selected } = useListening();
  const selection = useWaterfall((store) => store.selection);
  const cursor = useWaterfall((store) => store.cursor);
  const part = useWaterfall((store) => store.part);
  const heard = player.use((store) => store.heard);
  const failure = player.use((store) => store.failure);
  const hearing = hearingOf(recording, chosen);
  const mode = modeOf(recording, chosen);
  const { sampleRate = 1, samples } = recording;
  const spectrum = useMemo(
    () =>
      part && {
        frequency: Float64Array.from(part.frequency, (turns) => turns * sampleRate),
        powerDb: part.powerDb,
        title: "power per bin (dB)",
      },
    [part, sampleRate],
  );
  const refusal = refusalOf(recording);
  const seconds = heardPart(recording).count / sampleRate;
  const scales = scalesAt(recording, 0);
  const middle = selection && (selection.low + selection.high) / 2;
  return (
    <FigureCard
      name="listen"
      title="Listen"
      lesson={LESSONS.listen}
      width="roomy"
      look={
        mode
          ? `Drag the band to a station. On the waterfall, ${pointer() === "coarse" ? "choose Tune and touch it" : "use Tune, or press Enter at the cursor"}.`
          : refusal
            ? "The samples as sound."
            : "Press Play to hear the samples as sound."
      }
      summary={heard && describeSound(heard)}
      failure={failure}
      onRetry={() => void player.toggle()}
      table={(heard || mode) && (() => soundTable(heard?.sound, mode && spectrum))}
    >
      <div className="listen">
        <div className="listen-choices">
          <HearingFields
            player={player}
            hearing={hearing}
            onHearing={(next) => useListening.setState({ hearing: next })}
          />
          {selection && (
            <Check checked={selected ?? false} onChange={(selected) => useListening.setState({ selected })}>
              only the selected time
            </Check>
          )}
        </div>
        {mode && spectrum && (
          <Tuning
            mode={mode}
            spectrum={spectrum}
            rate={sampleRate}
            centre={centreOf(recording)}
            station={station}
            onTune={tune}
          >
            {cursor && (
              <Button look="link" onClick={() => tuneTo(cursor.frequency)}>
                To the cursor, {frequencyText(scales, cursor.frequency)}
              </Button>
            )}
            {middle !== undefined && (
              <Button look="link" onClick={() => tuneTo(middle)}>
                To the middle of the selection, {frequencyText(scales, middle)}
              </Button>
            )}
          </Tuning>
        )}
        {recording.sampleRate === undefined ? (
          <AskRate>{`${refusal} Set the rate to hear the samples.`}</AskRate>
        ) : refusal ? (
          <p className="remark">{refusal}</p>
        ) : (
          <SoundView
            player={player}
            seconds={seconds}
            idle={
              mode
                ? `A band of ${si(BANDWIDTH[mode], "Hz")} about the station is demodulated when you press Play.`
                : `Plays at ${si(sampleRate, "samples/s", 5)} on your computer only.`
            }
          />
        )}
        {!refusal && !selected && samples / sampleRate > MOST_SECONDS && (
          <p className="caveat">
            Threeray plays the first {MOST_SECONDS} s of {plain(samples / sampleRate, 4)} s. To hear a later part,
            select it on the waterfall and choose “only the selected time”.
          </p>
        )}
      </div>
    </FigureCard>
  );
}

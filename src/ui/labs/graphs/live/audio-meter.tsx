import { Check } from "../../../elements/check.tsx";
import { Button } from "../../../elements/button.tsx";
import { fixed, plain } from "../../../format.ts";
import { setVolume, unblockAudio, useAudio } from "./audio.ts";
import "./live.css";

/** dB of the level's left end. */
const FLOOR = -60;

/** The sound of an audio block: level, volume, and gaps. */
export function AudioMeter({ block }: { block: string }) {
  const sound = useAudio(({ sounds }) => sounds[block]);
  const { volume, isMuted, silence } = useAudio();
  const level = sound ? 20 * Math.log10(Math.max(sound.peak, 1e-9)) : FLOOR;
  return (
    <div className="live-audio">
      {silence && (
        <p className="caveat refused" role="alert">
          {silence} <Button onClick={unblockAudio}>Play sound</Button>
        </p>
      )}
      <div className="live-row">
        <meter
          aria-label="Level"
          min={FLOOR}
          max={6}
          high={0}
          value={Math.max(FLOOR, level)}
          title={`${fixed(level, 0)} dB of full scale`}
        />
        <label className="volume">
          Loudspeaker
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={volume}
            aria-valuetext={`${Math.round(100 * volume)} %`}
            onChange={({ target }) => setVolume({ volume: Number(target.value) })}
          />
        </label>
        <Check checked={isMuted} onChange={(isMuted) => setVolume({ isMuted })}>
          mute
        </Check>
      </div>
      <p className="caveat" role="status">
        {sound
          ? `${plain(sound.hz)} Hz, ${sound.channels === 2 ? "stereo" : "mono"}. ${fixed(1000 * sound.waiting, 0)} ms buffered. ` +
            `Gaps: ${sound.underruns}. Skipped: ${fixed(sound.skipped, 1)} s.` +
            (sound.peak > 1 ? " It exceeds full scale and is clipped." : "")
          : "Run the graph to hear it."}
      </p>
    </div>
  );
}

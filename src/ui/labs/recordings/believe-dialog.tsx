import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { fixed, whole } from "../../format.ts";
import { Dialog } from "../../elements/dialog.tsx";
import { useRecording } from "../../kit/recording/recording.ts";
import { Correction } from "../../kit/recording/correction.tsx";

const believe = () => useRecording.setState({ believed: true });

/** Samples whose type is a guess: a look at them, and a chance to say better. */
export function BelieveDialog({ recording }: { recording: OpenedRecording }) {
  const { title, guesses, preview, samples, datatype } = recording;
  const { powerDb, meanDb, peakDb, nonFinite, looked } = preview;
  return (
    <Dialog title="Is this how the samples lie?" label={`How the samples of ${title} lie`} onClose={believe}>
      {guesses.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Sketch powerDb={powerDb} />
      <p className="muted">
        {whole(samples)} samples as {datatype}: mean power {fixed(meanDb, 1)} dB, peak {fixed(peakDb, 1)} dB of full
        scale; {whole(nonFinite)} of {whole(looked)} looked at are no numbers. A wrong type looks like noise over the
        whole band.
      </p>
      <Correction recording={recording} />
      <p>
        <button type="button" className="button primary" onClick={believe}>
          Take it so
        </button>
      </p>
    </Dialog>
  );
}

const [WIDTH, HEIGHT] = [512, 110];

/** A spectrum to judge by at a glance. */
function Sketch({ powerDb }: { powerDb: Float32Array }) {
  const [low, high] = powerDb.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [Infinity, -Infinity],
  );
  const y = (value: number) => 4 + (HEIGHT - 8) * (1 - (value - low) / Math.max(1, high - low));
  const path = Array.from(powerDb, (value, k) => {
    return `${k ? "L" : "M"}${((k + 0.5) * WIDTH) / powerDb.length} ${y(value).toFixed(1)}`;
  });
  return (
    <svg
      className="sketch"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Spectrum of the samples as they are read now"
    >
      <path d={path.join("")} />
    </svg>
  );
}

import { Button } from "../../elements/button.tsx";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { fixed, whole } from "../../format.ts";
import { Dialog } from "../../elements/dialog.tsx";
import { useRecording } from "../../kit/recording/recording.ts";
import { Correction } from "../../kit/recording/correction.tsx";

const confirmFormat = () => useRecording.setState({ formatConfirmed: true });

/** A dialog that shows samples of a guessed format, and lets a person correct it. */
export function SampleFormatDialog({ recording }: { recording: OpenedRecording }) {
  const { title, guesses, preview, samples, datatype } = recording;
  const { powerDb, meanDb, peakDb, nonFinite, looked } = preview;
  return (
    <Dialog title="Check the sample format" label={`Sample format of ${title}`} onClose={confirmFormat}>
      {guesses.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Sketch powerDb={powerDb} />
      <p className="muted">
        {whole(samples)} samples as {datatype}: mean power {fixed(meanDb, 1)} dB, peak {fixed(peakDb, 1)} dB of full
        scale; {whole(nonFinite)} of {whole(looked)} examined are not numbers. With a wrong format the spectrum looks
        like noise over the whole band.
      </p>
      <Correction recording={recording} />
      <p>
        <Button look="primary" onClick={confirmFormat}>
          Use this format
        </Button>
      </p>
    </Dialog>
  );
}

const [WIDTH, HEIGHT] = [512, 110];

/** A small spectrum of the samples. */
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
      aria-label="Spectrum of the samples in this format"
    >
      <path d={path.join("")} />
    </svg>
  );
}

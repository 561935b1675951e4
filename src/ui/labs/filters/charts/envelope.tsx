import { Slider } from "../../../figures/marks/slider.tsx";
import { usualPeak } from "../../../kit/listening/peaks.ts";

export interface EnvelopeProps {
  label: string;
  /** The position in words. */
  text: string;
  /** Largest magnitudes over time; the first layer is drawn behind the others. */
  layers: readonly { name: "before" | "after"; peaks: ArrayLike<number> }[];
  /** Start and length of the window, as parts of the whole signal. */
  place: number;
  length?: number;
  /** Step of an arrow key. */
  step: number;
  disabled?: boolean;
  onMove: (place: number) => void;
}

const WIDTH = 1000;
const HEIGHT = 48;

/** An overview of a signal with a window or a playing position, which pointer and keys move. */
export function Envelope({ label, text, layers, place, length = 0, step, disabled, onMove }: EnvelopeProps) {
  const most = Math.max(1e-12, ...layers.map(({ peaks }) => usualPeak(peaks)));
  return (
    <Slider
      className="envelope"
      {...{ label, text, step, disabled, onMove }}
      value={place}
      range={[0, 1 - length]}
      valueAt={(px, width) => px / width - length / 2}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {layers.map(({ name, peaks }) => (
          <path key={name} className={name} d={outline(peaks, most)} />
        ))}
        {length > 0 ? (
          <rect className="window" x={WIDTH * place} width={Math.max(2, WIDTH * length)} y={0} height={HEIGHT} />
        ) : (
          <path className="head" d={`M${(WIDTH * place).toFixed(1)} 0V${HEIGHT}`} />
        )}
      </svg>
    </Slider>
  );
}

/** The outline, symmetric about the middle line. */
function outline(peaks: ArrayLike<number>, most: number): string {
  const count = peaks.length;
  if (count === 0) return "";
  const x = (i: number) => ((WIDTH * i) / Math.max(1, count - 1)).toFixed(1);
  const half = (i: number) => (HEIGHT / 2 - 1) * Math.min(1, peaks[i] / most);
  const up = Array.from({ length: count }, (_, i) => `${x(i)} ${(HEIGHT / 2 - half(i)).toFixed(1)}`);
  const down = Array.from({ length: count }, (_, i) => `${x(i)} ${(HEIGHT / 2 + half(i)).toFixed(1)}`).toReversed();
  return `M${[...up, ...down].join("L")}Z`;
}

import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { ALGORITHMS } from "./algorithms.ts";

/** An algorithm's marker, for legends and headings. */
export function Glyph({ of, size }: { of: EqualizerName; size?: number }) {
  return <Mark {...ALGORITHMS[of]} size={size} />;
}

/** A marker of the given shape and colour. */
export function Mark({ colour, shape, size = 12 }: { colour: `--${string}`; shape: string; size?: number }) {
  return (
    <svg className="glyph" width={size} height={size} viewBox="-5.5 -5.5 11 11" aria-hidden="true">
      <path d={shape} fill={`var(${colour})`} />
    </svg>
  );
}

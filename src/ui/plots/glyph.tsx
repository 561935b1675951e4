import type { EqualizerName } from "#core/experiments/scenario.ts";
import { ALGORITHMS } from "./algorithms.ts";

/** An algorithm's marker, for legends and heads. */
export function Glyph({ of, size = 12 }: { of: EqualizerName; size?: number }) {
  const { colour, shape } = ALGORITHMS[of];
  return (
    <svg className="glyph" width={size} height={size} viewBox="-5.5 -5.5 11 11" aria-hidden="true">
      <path d={shape} fill={`var(${colour})`} />
    </svg>
  );
}

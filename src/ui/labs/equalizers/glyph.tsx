import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { Mark } from "../../figures/glyph.tsx";
import { ALGORITHMS } from "./algorithms.ts";

/** An algorithm's marker, for legends and heads. */
export function Glyph({ of, size }: { of: EqualizerName; size?: number }) {
  return <Mark {...ALGORITHMS[of]} size={size} />;
}

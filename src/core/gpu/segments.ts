import { sequence, type Plan } from "./timing.ts";

/**
 * Returns how a kernel that continues from its state records all symbols: it clears the state, and dispatches for `segment` symbols
 * at a time, so that no dispatch takes long.
 */
export function inSegments(
  stage: Plan,
  { symbols, segment, state }: { symbols: number; segment: number; state: GPUBuffer },
): Plan["encode"] {
  const segments = sequence(
    stage.label,
    Array.from({ length: Math.ceil(symbols / segment) }, () => stage),
  );
  return (encoder, timestampWrites) => {
    encoder.clearBuffer(state);
    segments.encode(encoder, timestampWrites);
  };
}

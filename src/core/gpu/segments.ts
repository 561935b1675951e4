import { sequence, type Plan } from "./timing.ts";

/**
 * Returns how a kernel that continues from its state records all symbols: it clears the state, and dispatches for `segment` symbols
 * at a time, so that no dispatch takes long. The segments are its steps.
 */
export function inSegments(
  stage: Plan,
  { symbols, segment, state }: { symbols: number; segment: number; state: GPUBuffer },
): Required<Pick<Plan, "encode" | "steps">> {
  const count = Math.ceil(symbols / segment);
  const segments = sequence(
    stage.label,
    Array.from({ length: count }, () => stage),
  );
  return {
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(state);
      segments.encode(encoder, timestampWrites);
    },
    steps: Array.from({ length: count }, (_, i) => ({
      encode(encoder) {
        if (i === 0) encoder.clearBuffer(state);
        stage.encode(encoder);
      },
    })),
  };
}

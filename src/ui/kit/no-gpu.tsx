import { startGpu, useGpu } from "./engine.ts";
import { FailureNote } from "../elements/failure-note.tsx";
import { onDemand } from "../elements/on-demand.tsx";

// Fetched on demand: few visitors need it.
const NoGpuAdvice = onDemand(async () => (await import("./no-gpu-advice.tsx")).NoGpuAdvice, {
  failed: "No GPU is available, and the advice for this case could not be fetched.",
});

/** Says what is missing and what to do. The rest of the page stays readable. */
export function NoGpu() {
  const gpu = useGpu((state) => state.gpu);
  if (gpu.state === "failed") return <FailureNote failure={gpu.failure} onRetry={startGpu} />;
  if (gpu.state !== "open" || gpu.available) return null;
  return <NoGpuAdvice {...gpu} />;
}

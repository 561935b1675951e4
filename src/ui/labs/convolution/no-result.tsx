import { type RunName, useConvolution } from "./store.ts";
import { isReady, useLab } from "../../kit/engine.ts";

/** What stands in a figure's place as long as its run has no result. */
export function NoResult({ name, children }: { name: RunName; children: string }) {
  const phase = useConvolution((store) => store[name].phase);
  const ready = useLab(isReady);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  if (!ready && !opening) return <p className="empty">This figure waits for a GPU.</p>;
  if (phase === "running" || phase === "interrupted") return <p className="empty">The first result is on its way …</p>;
  if (phase === "failed") return <p className="empty">The run ended before it had a result.</p>;
  return <p className="empty">{children}</p>;
}

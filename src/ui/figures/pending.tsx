import { isReady, useLab } from "../kit/engine.ts";
import { useFigures } from "../labs/equalizers/store/figures.ts";

/** What stands in a figure's place until it has something to show. */
export function Pending() {
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  const failed = useFigures(({ failure }) => failure !== undefined);
  if (!opening && !ready) return <p className="empty">This figure waits for a GPU.</p>;
  return <p className="empty">{failed ? "There is no result to show." : "Computing …"}</p>;
}

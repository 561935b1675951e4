import { isReady, useLab } from "../../kit/engine.ts";
import { useMimo } from "./store.ts";

/** What stands in the place of a figure of one page, or one vector, until it has been computed. */
export function NoLook({ wait = true }: { wait?: boolean }) {
  const failed = useMimo(({ inspection }) => inspection.failure !== undefined);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  if (!opening && !ready) return <p className="empty">This figure waits for a GPU.</p>;
  return <p className="empty">{failed || !wait ? "There is no result to show." : "Computing …"}</p>;
}

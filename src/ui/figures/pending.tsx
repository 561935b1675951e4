import { createContext, useContext } from "react";
import { isReady, useLab } from "../kit/engine.ts";

/** True around figures whose results could not be computed. */
export const NoResult = createContext(false);

/** What stands in a figure's place until it has something to show. */
export function Pending() {
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  const failed = useContext(NoResult);
  if (!opening && !ready) return <p className="empty">This figure waits for a GPU.</p>;
  return <p className="empty">{failed ? "There is no result to show." : "Computing …"}</p>;
}

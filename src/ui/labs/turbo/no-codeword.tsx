import { isReady, useLab } from "../../kit/engine.ts";
import { useTurbo } from "./store.ts";

/** What stands in the place of a figure of one codeword until it has been decoded. */
export function NoCodeword() {
  const failed = useTurbo(({ inspection }) => inspection.failure !== undefined);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  if (!opening && !ready) return <p className="empty">This figure waits for a GPU.</p>;
  return <p className="empty">{failed ? "The codeword could not be decoded." : "Decoding …"}</p>;
}

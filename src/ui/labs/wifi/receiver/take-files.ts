import { addCurveFiles } from "../../../kit/overlays.ts";
import { takeDropped } from "../../../kit/recording/dropped.ts";

/** Files that hold error rates. */
const CURVES = /\.(csv|txt|perf|json)$/i;

/** Opens dropped recordings, or draws dropped error rates. */
export function takeFiles(transfer: DataTransfer): void {
  const files = [...transfer.files];
  if (files.length > 0 && files.every(({ name }) => CURVES.test(name))) {
    void addCurveFiles(files, true);
    return;
  }
  document.getElementById("recording")?.scrollIntoView({ block: "nearest" });
  void takeDropped(transfer);
}

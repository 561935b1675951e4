import type { ConvolutionComparison } from "#core/experiments/convolution.ts";
import { isOutdated, type Run } from "../../store/convolution.ts";

/** What the button of a run does next. */
export function actionOf(run: Run<{ config: ConvolutionComparison }>, config: ConvolutionComparison): string {
  if (run.phase === "running") return "Stop";
  if (run.phase === "stopped" && !isOutdated(run, config)) return "Go on";
  return run.state && !isOutdated(run, config) ? "Run again" : "Run";
}

import type { Lecture } from "#core/lectures/lecture.ts";
import whyRatesMustBalance from "./lectures/why-rates-must-balance.json" with { type: "json" };
import whatFusionSaves from "./lectures/what-fusion-saves.json" with { type: "json" };
import fmFromSamplesToSound from "./lectures/fm-from-samples-to-sound.json" with { type: "json" };
import whatAPageSizeTrades from "./lectures/what-a-page-size-trades.json" with { type: "json" };
import bitErrorsInALoop from "./lectures/bit-errors-in-a-loop.json" with { type: "json" };
import clockAndCarrier from "./lectures/clock-and-carrier.json" with { type: "json" };
import aTelemetryReceiverAsBlocks from "./lectures/a-telemetry-receiver-as-blocks.json" with { type: "json" };
import framesAgainstNoise from "./lectures/frames-against-noise.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  whyRatesMustBalance,
  whatFusionSaves,
  fmFromSamplesToSound,
  whatAPageSizeTrades,
  bitErrorsInALoop,
  clockAndCarrier,
  aTelemetryReceiverAsBlocks,
  framesAgainstNoise,
] as readonly unknown[] as readonly Lecture[];

import type { Lecture } from "#core/lectures/lecture.ts";
import readingAWaterfall from "./lectures/reading-a-waterfall.json" with { type: "json" };
import complexSamples from "./lectures/complex-samples.json" with { type: "json" };
import tuningIn from "./lectures/tuning-in.json" with { type: "json" };
import sampleFormats from "./lectures/sample-formats.json" with { type: "json" };
import bandwidthAndSymbolRate from "./lectures/bandwidth-and-symbol-rate.json" with { type: "json" };
import aConstellationStandsStill from "./lectures/a-constellation-stands-still.json" with { type: "json" };
import fromBurstToBytes from "./lectures/from-burst-to-bytes.json" with { type: "json" };
import problemsRadio from "./lectures/problems-radio.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  readingAWaterfall,
  complexSamples,
  tuningIn,
  sampleFormats,
  bandwidthAndSymbolRate,
  aConstellationStandsStill,
  fromBurstToBytes,
  problemsRadio,
] as readonly unknown[] as readonly Lecture[];

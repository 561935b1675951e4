import type { Lecture } from "#core/lectures/lecture.ts";
import multipathSpectrum from "./lectures/multipath-spectrum.json" with { type: "json" };
import nullInBand from "./lectures/null-in-band.json" with { type: "json" };
import zfNoise from "./lectures/zf-noise.json" with { type: "json" };
import mmseCompromise from "./lectures/mmse-compromise.json" with { type: "json" };
import blindAided from "./lectures/blind-aided.json" with { type: "json" };
import frequencyDomain from "./lectures/frequency-domain.json" with { type: "json" };
import preamble from "./lectures/preamble.json" with { type: "json" };
import carrier from "./lectures/carrier.json" with { type: "json" };
import noiseAndDecibels from "./lectures/noise-and-decibels.json" with { type: "json" };
import counting from "./lectures/counting.json" with { type: "json" };
import laboratory from "./lectures/laboratory.json" with { type: "json" };
import gpuBatch from "./lectures/gpu-batch.json" with { type: "json" };
import problemsSignals from "./lectures/problems-signals.json" with { type: "json" };
import problemsEqualizers from "./lectures/problems-equalizers.json" with { type: "json" };

/** The lectures of this lab. */
export const LECTURES = [
  multipathSpectrum,
  nullInBand,
  zfNoise,
  mmseCompromise,
  blindAided,
  frequencyDomain,
  preamble,
  carrier,
  noiseAndDecibels,
  counting,
  laboratory,
  gpuBatch,
  problemsSignals,
  problemsEqualizers,
] as readonly unknown[] as readonly Lecture[];

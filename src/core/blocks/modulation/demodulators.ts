import { field, type ValuesOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { inAndOut, LEVEL } from "../definition.ts";

const quadratureDemodulatorFields = {
  gain: field.number("Gain", "Output per radian between two samples: fs/(2π·deviation) gives 1 at full deviation.", {
    default: 1,
    ...LEVEL,
    step: 1,
  }),
};

export type QuadratureDemodulator = ValuesOf<typeof quadratureDemodulatorFields>;

export const quadratureDemodulator = defineBlock({
  title: "Quadrature demodulator",
  category: "modulation",
  summary: "Demodulates FM: gives the frequency of a complex signal.",
  formula: "y[n] = gain·arg(x[n]·x*[n−1])",
  help:
    "With the gain fs/(2π·deviation), the output is 1 at full deviation. Filter to the station's bandwidth before it: " +
    "noise outside would spoil the phase.",
  keywords: ["quadrature_demod_cf", "FM", "wfm_rcv", "nbfm_rx", "discriminator", "FSK"],
  fields: quadratureDemodulatorFields,
  ports: () => inAndOut("complex", 1, "real"),
  plan: async () => (await import("./demodulators.plan.ts")).createQuadratureDemodulator,
});

const amDemodulatorFields = {
  lowest: field.number(
    "Lowest frequency",
    "Audio below it is removed together with the carrier. Without a known rate, in cycles per sample.",
    { default: 20, unit: "Hz", min: 1e-6, max: 1e9, step: 1 },
  ),
};

export type AmDemodulator = ValuesOf<typeof amDemodulatorFields>;

export const amDemodulator = defineBlock({
  title: "AM demodulator",
  category: "modulation",
  summary: "Demodulates AM: gives the envelope without the carrier.",
  formula: "y[n] = high-pass of |x[n]|, Butterworth of order 1",
  help: "Filter to the station's bandwidth before it. The envelope does not depend on the frequency of the carrier.",
  keywords: ["am_demod_cf", "envelope", "AM", "ASK", "OOK"],
  fields: amDemodulatorFields,
  ports: () => inAndOut("complex", 1, "real"),
  plan: async () => (await import("./demodulators.plan.ts")).createAmDemodulator,
});

const stereoDecoderFields = {
  decimation: field.whole("Decimation", "Multiplex samples per output sample.", {
    default: 5,
    min: 1,
    max: 64,
  }),
  deemphasis: field.number(
    "De-emphasis",
    "The time constant: 50 µs in most of the world, 75 µs in America and Korea; 0: none.",
    { default: 50, unit: "µs", min: 0, max: 1000, step: 1 },
  ),
  demodulatorRate: field.number(
    "Rate of the demodulator",
    "The sample rate of the quadrature demodulator. 0: the input’s rate. 1e12: the multiplex comes from no demodulator.",
    { default: 0, unit: "Hz", min: 0, max: 1e12, step: 1 },
  ),
};

export type StereoDecoder = ValuesOf<typeof stereoDecoderFields>;

export const stereoDecoder = defineBlock({
  title: "FM stereo decoder",
  category: "modulation",
  summary: "Decodes the multiplex of an FM broadcast to left and right.",
  formula: "Re y = left, Im y = right; from the pilot at 19 kHz and the difference about 38 kHz",
  help:
    "The input is the output of a quadrature demodulator, 1 at full deviation, with more than 106,000 samples/s. Without a " +
    "pilot both sides are the same, also in noise: a pilot counts once it was steady for about 35 ms. At least 34,000 samples/s must remain after decimation. A quadrature demodulator " +
    "averages the frequency over one of its samples, which weakens left minus right. The decoder makes up for it, so it " +
    "needs the demodulator’s sample rate where the rate changes between both blocks.",
  keywords: ["wfm_rcv_pll", "stereo", "pilot", "multiplex", "WBFM"],
  fields: stereoDecoderFields,
  ports: () => inAndOut("real", 1, "complex"),
  plan: async () => (await import("./demodulators.plan.ts")).createStereoDecoderBlock,
});

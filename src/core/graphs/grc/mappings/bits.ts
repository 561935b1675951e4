import {
  both,
  choice,
  type Expansion,
  onlyPart,
  readBy,
  fixed,
  type GrcValues,
  implied,
  listParameter,
  listText,
  type Mapping,
  number,
  type Parameter,
  Unmapped,
} from "../mapping.ts";

const CODING = choice("coding", "coding", { differential: "digital.DIFF_DIFFERENTIAL", NRZI: "digital.DIFF_NRZI" });

/** Bits have the modulus 2; other labels are integers here. */
const MODULUS: Parameter = {
  grc: ["modulus"],
  fields: ["type", "modulus"],
  read: ({ python, text }) => {
    const modulus = python.number(text("modulus"));
    if (modulus === undefined) throw new Unmapped(`modulus is ${text("modulus") || "empty"}; Threeray reads numbers`);
    return modulus === 2 ? { type: "bits" } : { type: "labels", modulus };
  },
  write: ({ parameters, python }) => {
    if (parameters.type === "complex") throw new Unmapped("GNU Radio's block has bits and labels");
    return { modulus: parameters.type === "bits" ? "2" : python(parameters.modulus) };
  },
};

export const BITS: readonly Mapping[] = [
  both("digital_binary_slicer_fb", "slicer", implied({ constellation: "binary", output: "bits" })),
  both("digital_diff_encoder_bb", "differential-encoder", MODULUS, CODING),
  both("digital_diff_decoder_bb", "differential-decoder", MODULUS, CODING),
  both("digital_diff_phasor_cc", "differential-decoder", implied({ type: "complex" })),
];

/** The order of the loop: a number, also of a variable. */
const ORDER: Parameter = {
  grc: ["order"],
  fields: ["order"],
  read: ({ python, text }) => {
    const order = python.number(text("order"));
    if (order === 2 || order === 4 || order === 8) return { order: String(order) };
    throw new Unmapped(`order is ${text("order") || "empty"}; Threeray has 2, 4 and 8`);
  },
  write: ({ parameters }) => ({ order: String(parameters.order) }),
};

/** What GNU Radio's symbol synchronizer needs for its loop, and the block here does not. */
const DETECTOR = ["ted_type", "constellation", "ted_gain", "damping", "max_dev"];

const MATCHED: Parameter = {
  grc: ["resamp_type", "nfilters", "pfb_mf_taps", ...DETECTOR],
  fields: ["taps", "phases"],
  read({ python, text, note, leaveOut }) {
    note(`has no detector and no loop in Threeray, so ${DETECTOR.join(", ")} have no effect`);
    const kind = python.choice(text("resamp_type"));
    if (kind === "digital.IR_PFB_MF") {
      return {
        taps: listParameter(python, "pfb_mf_taps", text("pfb_mf_taps")),
        phases: python.field(text("nfilters")),
      };
    }
    if (kind !== "digital.IR_MMSE_8TAP" && kind !== "digital.IR_PFB_NO_MF") {
      throw new Unmapped(`resamp_type is ${kind}; Threeray has digital.IR_MMSE_8TAP and digital.IR_PFB_MF`);
    }
    leaveOut("nfilters");
    leaveOut("pfb_mf_taps");
    return { taps: [] };
  },
  write: ({ parameters: { taps, phases }, python }): Record<string, string> => {
    if (Array.isArray(taps) && taps.length === 0) return { resamp_type: "digital.IR_MMSE_8TAP" };
    return { resamp_type: "digital.IR_PFB_MF", nfilters: python(phases), pfb_mf_taps: listText(taps, python) };
  },
};

const SYMBOLS = both(
  "digital_symbol_sync_xx",
  "symbol-synchronizer",
  choice("type", "type", { complex: "cc", real: "ff" }),
  number("samplesPerSymbol", "sps"),
  number("bandwidth", "loop_bw"),
  fixed("osps", "1"),
  MATCHED,
  { outputs: ["out", undefined, undefined, undefined] },
);

/** The line of the squared envelope is at the symbol rate: it needs more than two samples per symbol. */
const LEAST_SAMPLES = 2.5;

/** Returns the synchronizer, after a resampler where there are too few samples per symbol. */
function synchronized(grc: GrcValues): Expansion {
  const whole = readBy(SYMBOLS, grc);
  const { parameters, type } = onlyPart(whole);
  const samples = grc.python.number(grc.text("sps"));
  if (samples === undefined || samples >= LEAST_SAMPLES) return whole;
  if (Array.isArray(parameters.taps) ? parameters.taps.length : parameters.taps) {
    throw new Unmapped(`sps is ${samples}; Threeray needs at least ${LEAST_SAMPLES} with a matched filter`);
  }
  grc.note(`has ${samples} samples per symbol, so a resampler doubles the rate before it`);
  const doubled =
    typeof parameters.samplesPerSymbol === "number" ? 2 * samples : `2 * (${parameters.samplesPerSymbol as string})`;
  const resampler = { type: parameters.type, interpolation: 2, decimation: 1, design: "one filter" };
  return {
    ...whole,
    parts: {
      twice: { type: "rational-resampler", parameters: resampler },
      "": { type, parameters: { ...parameters, samplesPerSymbol: doubled } },
    },
    inner: [{ from: ["twice", "out"], to: ["", "in"] }],
    inputs: [[["twice", "in"]]],
  };
}

export const SYNCHRONIZATION: readonly Mapping[] = [
  both(
    "digital_costas_loop_cc",
    "costas-loop",
    ORDER,
    number("bandwidth", "w"),
    choice("weight", "use_snr", { amplitude: "False", reliability: "True" }),
    { outputs: ["out", "frequency", "phase", undefined] },
  ),
  { ...SYMBOLS, read: synchronized },
];

import { both, choice, fixed, implied, integer, type Mapping, number, written } from "../mapping.ts";

export const BITS: readonly Mapping[] = [
  both("digital_binary_slicer_fb", "slicer", implied({ constellation: "binary", output: "bits" })),
  both(
    "digital_diff_encoder_bb",
    "differential-encoder",
    implied({ type: "bits" }),
    fixed("modulus", "2"),
    integer("modulus", "modulus"),
  ),
  both(
    "digital_diff_decoder_bb",
    "differential-decoder",
    implied({ type: "bits" }),
    fixed("modulus", "2"),
    integer("modulus", "modulus"),
  ),
  both("digital_diff_phasor_cc", "differential-decoder", implied({ type: "complex" })),
];

export const SYNCHRONIZATION: readonly Mapping[] = [
  both(
    "digital_costas_loop_cc",
    "costas-loop",
    choice("order", "order", { 2: "2", 4: "4", 8: "8" }),
    number("bandwidth", "w"),
    written({ use_snr: "False" }),
  ),
  both(
    "digital_symbol_sync_xx",
    "symbol-synchronizer",
    choice("type", "type", { complex: "cc", real: "ff" }),
    number("samplesPerSymbol", "sps"),
    number("bandwidth", "loop_bw"),
    fixed("osps", "1"),
    written({
      ted_type: "digital.TED_MUELLER_AND_MULLER",
      constellation: "digital.constellation_bpsk().base()",
      ted_gain: "1.0",
      damping: "1.0",
      max_dev: "1.5",
      resamp_type: "digital.IR_MMSE_8TAP",
      nfilters: "128",
      pfb_mf_taps: "[]",
    }),
  ),
];

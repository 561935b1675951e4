import { both, fixed, implied, integer, type Mapping } from "../mapping.ts";

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

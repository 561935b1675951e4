/** Sample types by extension. docs/recordings.md lists the programs and sources of each. */
export const DATATYPES: Readonly<Record<string, string>> = {
  ...named("cf32_le", "cf32 fc32 cfile complex"),
  ...named("cf64_le", "cf64 fc64"),
  ...named("ci32_le", "cs32 sc32 c32 ci32"),
  ...named("cu32_le", "cu32"),
  ...named("ci16_le", "cs16 sc16 c16 ci16 complex32s"),
  ...named("cu16_le", "cu16 complex32u"),
  ...named("ci8", "cs8 sc8 c8 ci8 complex16s"),
  ...named("cu8", "cu8 uc8 data complex16u"),
  ...named("rf32_le", "f32"),
  ...named("rf64_le", "f64"),
  ...named("ri32_le", "s32"),
  ...named("ru32_le", "u32"),
  ...named("ri16_le", "s16"),
  ...named("ru16_le", "u16"),
  ...named("ri8", "s8"),
  ...named("ru8", "u8"),
};

/** Extensions that do not determine the sample type. */
const AMBIGUOUS = ["raw", "bin", "dat", "iq"];

function named(datatype: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, datatype]));
}

/** All extensions of samples without a header. */
export const RAW_EXTENSIONS: readonly string[] = [...Object.keys(DATATYPES), ...AMBIGUOUS];

/** Extensions that a file dialog offers. */
export const EXTENSIONS = [
  ..."sigmf sigmf-meta sigmf-data sigmf-collection tar tgz gz zip wav wave w64 rf64 bw64 sdriq npy npz".split(" "),
  ...RAW_EXTENSIONS,
];

/** Extension of text that PortaPack writes beside samples of the same name. */
export const COMPANION = "txt";

/** Sample types by extension, as GNU Radio, HackRF, rtl_433, SatDump and inspectrum use them. */
export const DATATYPES: Readonly<Record<string, string>> = {
  ...named("cf32_le", "cf32 fc32 cfile"),
  ...named("cf64_le", "cf64 fc64"),
  ...named("ci32_le", "cs32 sc32"),
  ...named("ci16_le", "cs16 sc16 c16"),
  ...named("ci8", "cs8 sc8 c8 complex16s"),
  ...named("cu8", "cu8 uc8 data complex16u"),
  ...named("rf32_le", "f32"),
  ...named("rf64_le", "f64"),
  ...named("ri16_le", "s16"),
  ...named("ri8", "s8"),
  ...named("ru8", "u8"),
};

/** Extensions that do not tell the sample type. */
const AMBIGUOUS = ["raw", "bin", "dat", "iq"];

function named(datatype: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(" ").map((extension) => [extension, datatype]));
}

/** All supported extensions, for a file dialog. */
export const RAW_EXTENSIONS: readonly string[] = [...Object.keys(DATATYPES), ...AMBIGUOUS];

/** Extensions that a file dialog offers. */
export const EXTENSIONS = [
  "sigmf",
  "sigmf-meta",
  "sigmf-data",
  "sigmf-collection",
  "gz",
  "wav",
  "npy",
  ...RAW_EXTENSIONS,
];

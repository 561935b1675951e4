/**
 * What the rules of `units.mjs` allow, each with its reason. An entry that is no longer needed is refused, so these lists
 * only become shorter.
 */
export const ALLOWED = {
  /** Folders with more product files. */
  folders: {},

  /** Units that only tests, benches and references reach. */
  units: {},

  /** Names that several files of the core export. */
  names: {
    add: "a block’s export has the name that graphs’ files use, and complex numbers are added",
    fft: "a block’s export has the name that graphs’ files use, and float64 code transforms",
  },
};

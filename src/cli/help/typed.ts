/**
 * Returns what a person types before a command's name. The launcher tells it: `npm run -s cli --` in a clone, `threeray`
 * where the package is installed.
 */
export const typed = (): string => process.env.THREERAY_TYPED ?? "threeray";

import { LEAD } from "../../wifi/acquisition/page.ts";
import { frameSamples, MOST_OCTETS } from "../../wifi/frame/data-field.ts";
import { RATES } from "../../wifi/frame/rates.ts";

/**
 * Samples of earlier pages: the longest frame, and what its candidate may depend on. So a frame lies whole in the page in
 * which it ends, with these samples before it.
 */
export const HISTORY = 2 * LEAD + frameSamples(MOST_OCTETS, RATES[0]);

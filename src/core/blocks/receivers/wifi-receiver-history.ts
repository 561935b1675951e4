import { LEAD } from "../../wifi/acquisition/page.ts";
import { frameSamples, MOST_OCTETS } from "../../wifi/frame/data-field.ts";
import { RATES } from "../../wifi/frame/rates.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../../wifi/frame/symbol.ts";

/**
 * Samples of earlier pages: the longest frame, and what its candidate may depend on. So a frame lies whole in the page in
 * which it ends, with these samples before it.
 */
export const WIFI_HISTORY = 2 * LEAD + frameSamples(MOST_OCTETS, RATES[0]);

/** Samples after a frame's start by which the signal fields of all standards have ended. */
export const TOLD_SAMPLES = PREAMBLE_SAMPLES + 5 * SYMBOL_SAMPLES;

/** Words of the note on a frame of another standard: the first one, its format, the words of its signal field, and LENGTH. */
export const NOTE_WORDS = 5;

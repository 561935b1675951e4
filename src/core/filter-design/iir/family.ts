import type { Zpk } from "../zpk.ts";

/** Ripple of the pass band and attenuation of the stop band, in dB. */
export interface Ripples {
  ripple: number;
  attenuation: number;
}

/** An analog low-pass family: what is special to it before frequencies are transformed. */
export interface Family {
  /** The filter of an order, its own edge at 1 rad/s. */
  prototype(order: number, ripples: Ripples): Zpk;
  /** The order, not rounded, whose stop band begins at `selectivity` > 1 times the end of its pass band. */
  order(selectivity: number, ripple: number, attenuation: number): number;
  /** Where the family's edge lies when the pass band ends at 1 rad/s. */
  edge(order: number, ripple: number, attenuation: number): number;
}

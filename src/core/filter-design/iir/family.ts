import type { Zpk } from "../zpk.ts";

/** Ripple of the pass band and attenuation of the stop band, in dB. */
export interface Ripples {
  ripple: number;
  attenuation: number;
}

/** An analog low-pass family, before the frequency transformation. */
export interface Family {
  /** The filter of an order with the family's edge at 1 rad/s. */
  prototype(order: number, ripples: Ripples): Zpk;
  /** The order, not rounded, whose stop band begins at `selectivity` > 1 times the end of its pass band. */
  order(selectivity: number, ripple: number, attenuation: number): number;
  /** The family's edge when the pass band ends at 1 rad/s. */
  edge(order: number, ripple: number, attenuation: number): number;
}

import { kaiserBeta } from "../filter-design/fir/kaiser.ts";
import { windowed } from "../filter-design/fir/windowed.ts";

/** Samples/s of the IF capture; its carrier is at ¾ of that, 70 MHz. */
export const IF_RATE = (20.625e6 * 448) / 99;

/** 448 input samples give 99 output samples. */
export const UP = 99;
export const DOWN = 448;

/** Delay of the output in samples. */
export const LATENCY = 11;

/**
 * Low-pass at 99 times the input rate, 9240 MS/s, gain 1: flat to 8.2 MHz, where SOQPSK-TG's spectrum has ended, and
 * 70 dB down from 12.4 MHz on, which would fold back to 8.2 MHz; the middle is half the output rate. Its delay is 11
 * output samples, a whole number of input-rate and output-rate grids alike.
 */
export const ifLowPass: Float64Array = windowed({
  length: 2 * LATENCY * DOWN + 1,
  cutoff: 1 / DOWN,
  passZero: true,
  window: { kaiser: kaiserBeta(70) },
});

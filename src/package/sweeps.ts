/**
 * Sweeps of error rates to run with `runSweep` of `threeray/measurement`, one for each system. `parse({})` gives a configuration with
 * the usual values.
 *
 * @module
 */
export { type AdaptivePoint, adaptiveSweep } from "../core/adaptive/experiment/sweep.ts";
export { type SweepPoint as EqualizerPoint, equalizerSweep } from "../core/telemetry/experiment/sweep.ts";
export { type MimoPoint, mimoSweep } from "../core/mimo/experiment/sweep.ts";
export { type TurboPoint, turboSweep } from "../core/codes/turbo/experiment/sweep.ts";
export { type WifiPoint, wifiSweep } from "../core/wifi/experiment/sweep.ts";

/**
 * Channels: noise, carrier offset, and the taps of multipath.
 *
 * @module
 */
export { impair } from "../core/channel/impairments.float64.ts";
export type { Impairments } from "../core/channel/impairments.ts";
export { exponentialProfile } from "../core/channel/power-delay-profile.ts";
export { type Path, pathsOf, type Ray, type Taps, tapsOf } from "../core/channel/paths.ts";

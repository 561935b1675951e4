import type { Path } from "./paths.ts";

/** One tap of a response; n counts samples; negative n are before the reference instant. */
type Tap = readonly [n: number, re: number, im: number];

/** Samples/s of the measured responses. */
const RATE = 20.625e6;

/**
 * Eleven channels measured by the PAQ project, as complex lowpass taps of unit energy; zero taps are omitted.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017 (its sources).
 */
const TAPS: readonly (readonly Tap[])[] = [
  [
    [-1, 0.254797, 0.584139],
    [0, 0.153402, 0.350249],
    [7, 0.066411, -0.665765],
  ],
  [
    [-2, 0.046118, -0.115215],
    [-1, -0.341123, 0.495794],
    [0, -0.181369, 0.212685],
    [8, 0.156394, 0.180943],
    [13, -0.147106, -0.213646],
    [14, 0.372542, -0.503499],
    [16, 0.118579, 0.026523],
    [17, 0.098066, -0.055932],
  ],
  [
    [-1, -0.068606, 0.030733],
    [0, 0.894816, -0.132015],
    [1, -0.114428, -0.349263],
    [2, -0.081642, -0.083265],
    [3, -0.038128, -0.122822],
    [22, -0.102514, 0.022356],
  ],
  [
    [-6, 0.100031, 0.033947],
    [-5, -0.334635, -0.350899],
    [-4, -0.168413, -0.174319],
    [-3, 0.119249, -0.067308],
    [-2, -0.081549, 0.104053],
    [-1, 0.302181, -0.544613],
    [0, 0.246617, -0.405406],
    [2, 0.047544, -0.1012],
    [12, -0.180249, -0.025895],
  ],
  [
    [-1, 0.073392, 0.191051],
    [0, -0.260297, -0.764023],
    [1, -0.146741, 0.533943],
  ],
  [
    [-1, 0.275688, -0.036643],
    [0, -0.816035, 0.136154],
    [1, -0.263511, -0.140897],
    [2, 0.381951, 0.055012],
  ],
  [
    [0, -0.189704, 0.708903],
    [1, 0.029508, 0.160289],
    [2, 0.428446, -0.447553],
    [3, 0.012134, 0.182537],
    [4, 0.092405, -0.095026],
  ],
  [
    [-2, -0.047073, -0.146147],
    [-1, 0.03203, 0.252866],
    [0, 0.625185, -0.170999],
    [1, -0.37232, -0.518981],
    [2, 0.075208, 0.244851],
    [3, -0.030062, -0.129944],
  ],
  [
    [-1, -0.067558, 0.002918],
    [0, -0.94671, 0.084125],
    [1, 0.195539, 0.232068],
  ],
  [
    [-2, -0.128957, 0.044424],
    [-1, 0.198988, -0.088547],
    [0, -0.343327, 0.18272],
    [1, -0.227032, 0.416783],
    [2, 0.633404, -0.305349],
    [3, -0.219288, 0.122158],
  ],
  [
    [-3, 0.152668, 0.112545],
    [-2, -0.637823, -0.051756],
    [-1, 0.551249, -0.130496],
    [0, 0.219575, 0.173925],
    [1, -0.308209, -0.193842],
    [2, 0.074939, 0.1303],
  ],
];

/** Number of measured channels. */
export const MEASURED_CHANNELS = TAPS.length;

/**
 * Returns the paths of a measured channel, the earliest first.
 *
 * @param channel 0 to MEASURED_CHANNELS − 1.
 * @param sampleRate Samples/s of the delays. Default: the rate of the measurement, at which delays are whole numbers.
 */
export const measuredPaths = (channel: number, sampleRate = RATE): Path[] =>
  TAPS[channel].map(([n, re, im]) => ({ gain: [re, im], delay: (n * sampleRate) / RATE }));

/**
 * The detection filter d at two samples per bit: 23 real taps, symmetric, delay 11 samples, energy 2.
 * Source: E. Perrins, FEC systems for aeronautical telemetry, IEEE Trans. AES 49 (4), 2013, Fig. 3, as in J. T. Ravert,
 * GPU Implementation of Data-Aided Equalizers, BYU 2017 (its sources).
 */
export const DETECTION_FILTER: readonly number[] = [
  -0.0005011282699802136, 0.0033606110781231155, 0.018859014445772464, 0.020557325489617924, -0.005891608820645195,
  -0.056510808600903656, -0.1116729867651012, -0.08891024476352859, 0.01885057148302765, 0.35664090238831603,
  0.7218428253023126, 0.8087037171700836, 0.7218428253023125, 0.3566409023883159, 0.01885057148302765,
  -0.08891024476352861, -0.11167298676510122, -0.05651080860090365, -0.005891608820645194, 0.02055732548961792,
  0.018859014445772464, 0.0033606110781231146, -0.0005011282699802148,
];

const responses = new Map<number, Float32Array<ArrayBuffer>>();

/**
 * Returns D(k)/N, k < N = `length`: the spectrum of the detection filter, centred, with the scale of an inverse transform. It is real, by
 * symmetry.
 */
export function detectionResponse(length: number): Float32Array<ArrayBuffer> {
  const kept = responses.get(length);
  if (kept) return kept;
  const delay = (DETECTION_FILTER.length - 1) / 2;
  const response = Float32Array.from({ length }, (_, k) => {
    const angle = (2 * Math.PI * k) / length;
    return DETECTION_FILTER.reduce((sum, tap, i) => sum + tap * Math.cos(angle * (i - delay)), 0) / length;
  });
  responses.set(length, response);
  return response;
}

/**
 * What taps have found on a channel: s = w* ∗ h. The output for symbol k follows symbol k + `ahead`, turned by `turn` of `turns`; `residual` is
 * the interference (Σ|s|² − max)/max.
 */
export function alignPacket(
  forward: Float64Array,
  taps: Float64Array,
  { delay, samplesPerSymbol, turns }: { delay: number; samplesPerSymbol: number; turns: number },
): { ahead: number; turn: number; residual: number } {
  const parts: { ahead: number; re: number; im: number }[] = [];
  for (let c = 0; c < forward.length / 2 + taps.length / 2 - 1; c++) {
    if ((delay - c) % samplesPerSymbol !== 0) continue;
    let [re, im] = [0, 0];
    for (let i = 0; i < forward.length / 2; i++) {
      const l = c - i;
      if (l < 0 || l >= taps.length / 2) continue;
      re += forward[2 * i] * taps[2 * l] + forward[2 * i + 1] * taps[2 * l + 1];
      im += forward[2 * i] * taps[2 * l + 1] - forward[2 * i + 1] * taps[2 * l];
    }
    parts.push({ ahead: (delay - c) / samplesPerSymbol, re, im });
  }
  const energy = ({ re, im }: { re: number; im: number }) => re * re + im * im;
  const peak = parts.reduce((best, part) => (energy(part) > energy(best) ? part : best));
  const sum = parts.reduce((total, part) => total + energy(part), 0);
  const angle = Math.atan2(peak.im, peak.re) / (2 * Math.PI);
  const turn = (Math.round(angle * turns) + turns) % turns;
  return { ahead: peak.ahead, turn, residual: (sum - energy(peak)) / energy(peak) };
}

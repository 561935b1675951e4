// What the decided points of a symbol show of the phase: the five sums Σ information·(1, k, k²) and Σ residual·(1, k) over the
// carriers. Invocation k gives the terms of carriers k and −k. Then 20 invocations add 8 of a sum's 32 terms each, and every
// invocation adds the 4 parts of each sum. Needs lib/tracking and the equalizer's 32 invocations.
const TERMS = 36u; // not 32, so that the invocations that add read from different banks of workgroup memory
var<workgroup> phaseTerms: array<f32, 5 * TERMS>;
var<workgroup> phasePartials: array<f32, 20>;

fn sharePhaseTerms(lane: u32, information: vec2f, residual: vec2f) {
  let k = f32(lane);
  let even = information.x + information.y;
  phaseTerms[lane] = even;
  phaseTerms[TERMS + lane] = k * (information.x - information.y);
  phaseTerms[2u * TERMS + lane] = k * k * even;
  phaseTerms[3u * TERMS + lane] = residual.x + residual.y;
  phaseTerms[4u * TERMS + lane] = k * (residual.x - residual.y);
}

fn phaseSum(row: u32) -> f32 {
  let at = 4u * row;
  return (phasePartials[at] + phasePartials[at + 1u]) + (phasePartials[at + 2u] + phasePartials[at + 3u]);
}

// After a barrier. All invocations call it together.
fn phaseShown(lane: u32, noise: f32) -> ShownPhase {
  if (lane < 20u) {
    var partial = 0.0;
    for (var i = 0u; i < 8u; i++) { partial += phaseTerms[lane / 4u * TERMS + lane % 4u + 4u * i]; }
    phasePartials[lane] = partial;
  }
  workgroupBarrier();
  let information = vec3f(phaseSum(0u), phaseSum(1u), phaseSum(2u));
  return shownByDecided(information, vec2f(phaseSum(3u), phaseSum(4u)), noise);
}

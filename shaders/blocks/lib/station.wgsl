// One sample of a broadcast with a tone left and a tone right. Angles are 32-bit fractions of a turn. Needs lib/phasor.

// The carrier's phase of FM, the integral of the multiplex, from the phases of the tones and of the pilot. `mono` has
// the swings of left, right and pilot in turns; `stereo` has the swings of four sidebands, 2·pilot ∓ left and ∓ right.
fn stationPhase(left: u32, right: u32, pilot: u32, mono: vec3f, stereo: vec4f) -> u32 {
  var swing = -dot(mono, vec3f(phasor(left).x, phasor(right).x, phasor(pilot).x));
  if (any(stereo != vec4f())) {
    let twice = 2u * pilot;
    swing += dot(stereo, vec4f(
      phasor(twice - left).y, phasor(twice + left).y, phasor(twice - right).y, phasor(twice + right).y,
    ));
  }
  return bitcast<u32>(i32((swing - round(swing)) * 4294967040.0));
}

// The envelope of AM.
fn stationEnvelope(left: u32, right: u32, depth: f32) -> f32 {
  return 1.0 + 0.5 * depth * (phasor(left).y + phasor(right).y);
}

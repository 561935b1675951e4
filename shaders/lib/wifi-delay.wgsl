// The mean delay of a channel, as the slope of its phase: arg Σk H[k + 1]·H*[k], rad per carrier. It contains the window's advance.
// All invocations of the equalizer's workgroup call it together. Needs lib/angle, lib/complex and the equalizer's exchange.
fn meanSlope(lane: u32, H: vec2f) -> f32 {
  workgroupBarrier();
  exchange[lane] = H;
  workgroupBarrier();
  var sum = vec2f();
  for (var bin = 0u; bin < LANES; bin++) { sum += mulConj(exchange[(bin + 1u) % LANES], exchange[bin]); }
  return angle(sum);
}

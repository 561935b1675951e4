// The mean delay of a channel, as the slope of its phase: arg Σk H[k + 1]·H*[k], rad per carrier. It contains the window's advance.
// All invocations of the equalizer's workgroup call it together. Needs lib/angle, lib/complex, lib/complex-pair and the equalizer's
// exchange.
fn meanSlope(lane: u32, H: Pair) -> f32 {
  workgroupBarrier();
  exchange[lane] = vec4f(H[0].x, H[1].x, H[0].y, H[1].y);
  workgroupBarrier();
  var sum = vec2f();
  for (var k = 1u; k < 26u; k++) {
    let inner = exchange[k];
    let outer = exchange[k + 1u];
    sum += mulConj(outer.xy, inner.xy) + mulConj(inner.zw, outer.zw);
  }
  return angle(sum);
}

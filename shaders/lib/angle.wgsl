// arg z in −π … π to 4e-7 rad; 0 at z = 0. WGSL's own atan2 is only good to 4096 units in the last place.
// The angle of (max, min), reduced to |t| ≤ tan π/8, by polynomial (S. Moshier's Cephes, atanf); then the octant.
fn angle(z: vec2f) -> f32 {
  let a = abs(z);
  let low = min(a.x, a.y);
  let high = max(a.x, a.y);
  if (high == 0.0) { return 0.0; }
  let steep = low > 0.41421356 * high;
  let t = select(low / high, (low - high) / (low + high), steep);
  let u = t * t;
  let p = ((8.05374449538e-2 * u - 1.38776856032e-1) * u + 1.99777106478e-1) * u - 3.33329491539e-1;
  var phi = p * u * t + t + select(0.0, 0.7853981633974483, steep);
  if (a.y > a.x) { phi = 1.5707963267948966 - phi; }
  if (z.x < 0.0) { phi = 3.141592653589793 - phi; }
  return select(phi, -phi, z.y < 0.0);
}

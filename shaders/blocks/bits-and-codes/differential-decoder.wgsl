// y[n] = (x[n] − x[n−1]) mod M, for NRZI (1 − x[n] + x[n−1]) mod 2, for complex items x[n]·x*[n−1]. One invocation per item.
// Needs lib/complex.
override GROUP: u32;   // invocations per workgroup
override MODULUS: u32; // 0: complex items
override NRZI: bool;
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec2u>;      // pairs of items, or complex items
@group(0) @binding(2) var<storage, read> recent: array<vec2u>; // the item before the page
@group(0) @binding(3) var<storage, read_write> y: array<vec2u>;

fn difference(now: u32, before: u32) -> u32 {
  let modulus = i32(MODULUS);
  return u32(((bitcast<i32>(now) - bitcast<i32>(before)) % modulus + modulus) % modulus) ^ u32(NRZI);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  let items = select(2u, 1u, MODULUS == 0u);
  if (n * items >= count[0]) { return; }
  let now = x[n];
  var before = recent[0];
  if (n > 0u) { before = x[n - 1u]; }
  if (MODULUS == 0u) {
    y[n] = bitcast<vec2u>(mulConj(bitcast<vec2f>(now), bitcast<vec2f>(before)));
  } else {
    y[n] = vec2u(difference(now.x, select(before.y, before.x, n == 0u)), difference(now.y, now.x));
  }
}

// Transmitted bits of an endless stream: bit c of A[0] B[0] A[1] B[1] … is the parity of the bits x[n] … x[n−6], n = c/2, under
// 133 or 171 (octal); of each period of coded bits those at `places` are sent. One invocation per transmitted bit.
override GROUP: u32;  // invocations per workgroup
override PERIOD: u32; // coded bits
override KEPT: u32;   // places per period
struct Params { length: u32, } // transmitted bits
@group(0) @binding(0) var<storage, read> x: array<u32>;
@group(0) @binding(1) var<storage, read> recent: array<u32>; // the six bits before the page
@group(0) @binding(2) var<storage, read> places: array<u32>;
@group(0) @binding(3) var<storage, read_write> y: array<u32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let m = id.y * groups.x * GROUP + id.x;
  if (m >= params.length) { return; }
  let coded = m / KEPT * PERIOD + places[m % KEPT];
  let n = coded / 2u;
  var bits = 0u; // x[n] in the highest of seven places
  for (var k = 0u; k < 7u; k++) {
    var bit = 0u;
    if (n >= k) { bit = x[n - k]; } else { bit = recent[6u + n - k]; }
    bits |= (bit & 1u) << (6u - k);
  }
  let taps = select(91u, 121u, coded % 2u == 1u);
  y[m] = countOneBits(bits & taps) & 1u;
}

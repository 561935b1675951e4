// The symbols of a page at the instants that symbol-synchronizer finds, from where each tile begins: by Lagrange interpolation of
// degree 7, or by the nearest phase of a matched filter. One invocation per sample.
// Needs lib/prefix-sum, lib/recent-sample, lib/symbol-instants.
override GROUP: u32;   // invocations per workgroup
override WORDS: u32;   // per sample: 1 for real, 2 for complex ones
override HISTORY: u32; // samples before the page
override DELAY: u32;   // samples from a symbol to the position that finds it: W, and the delay of the filter before the timing
override ARM: u32;     // taps of each phase of the matched filter; 0: without one
override PHASES: u32;  // of the matched filter
const BEFORE = 3i;     // samples before the instant that the interpolation uses, besides the nearest one; one more after it
@group(0) @binding(0) var<storage, read> count: array<u32>;
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> recent: array<f32>; // the samples before the page
@group(0) @binding(3) var<storage, read> seen: array<u32>;
@group(0) @binding(4) var<storage, read> positions: array<u32>;
@group(0) @binding(5) var<storage, read> tiles: array<u32>;
@group(0) @binding(6) var<storage, read> taps: array<f32>;   // [ARM][PHASES]
@group(0) @binding(7) var<storage, read_write> y: array<f32>;

fn interpolated(i: i32, place: f32) -> vec2f {
  var value = vec2f();
  for (var k = -BEFORE; k <= BEFORE + 1i; k++) {
    var weight = 1.0;
    for (var m = -BEFORE; m <= BEFORE + 1i; m++) {
      if (m != k) { weight *= (place - f32(m)) / f32(k - m); }
    }
    value += weight * sample(i + k);
  }
  return value;
}

fn filtered(i: i32, place: f32) -> vec2f {
  let nearest = u32(round(place * f32(PHASES)));
  let newest = i + i32(nearest / PHASES);
  let phase = nearest % PHASES;
  var value = vec2f();
  for (var k = 0u; k < ARM; k++) { value += taps[k * PHASES + phase] * sample(newest - i32(k)); }
  return value;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let tile = group.y * groups.x + group.x;
  let n = tile * GROUP + local;
  var here = false;
  if (n < count[0]) { here = hasSymbol(n); }
  let sums = prefixSum(local, u32(here));
  if (!here) { return; }
  let before = i32(n) - 1i - i32(DELAY);
  let place = symbolPlace(n);
  var value = vec2f();
  if (ARM > 0u) { value = filtered(before, place); } else { value = interpolated(before, place); }
  let at = WORDS * (tiles[tile] + sums.x);
  y[at] = value.x;
  if (WORDS == 2u) { y[at + 1u] = value.y; }
}

// Histogram, h[b] += 1 with b = ⌊scale·(x[n] − lowest)⌋ for 0 ≤ b < BINS, and h[BINS] += 1 for what is no finite number; one invocation per GROUPS·GROUP-th item. Each
// workgroup counts on its own first.
override GROUP: u32;  // invocations per workgroup
override BINS: u32;
struct Params {
  lowest: f32,
  scale: f32, // bins per unit
}
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> count: array<u32>; // one number: items in the page
@group(0) @binding(2) var<storage, read_write> h: array<atomic<u32>>;
@group(0) @binding(3) var<uniform> params: Params;

var<workgroup> own: array<atomic<u32>, BINS + 1>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let items = count[0];
  for (var n = group.x * GROUP + local; n < items; n += groups.x * GROUP) {
    if ((bitcast<u32>(x[n]) & 0x7fffffffu) >= 0x7f800000u) {
      atomicAdd(&own[BINS], 1u);
      continue;
    }
    let b = floor((x[n] - params.lowest) * params.scale);
    if (b >= 0.0 && b < f32(BINS)) { atomicAdd(&own[u32(b)], 1u); }
  }
  workgroupBarrier();
  for (var b = local; b <= BINS; b += GROUP) {
    let found = atomicLoad(&own[b]);
    if (found > 0u) { atomicAdd(&h[b], found); }
  }
}

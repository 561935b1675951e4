// Sums and limits of a page, y[g] = (Σ x, Σ x², min x, max x) over the items of workgroup g: every GROUPS-th block of
// GROUP items. Then y[GROUPS].x is the last item.
override GROUP: u32; // invocations per workgroup, a power of two
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> count: array<u32>; // one number: items in the page
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

const LARGEST = 3.4028234663852886e38;

var<workgroup> partial: array<vec4f, GROUP>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let items = count[0];
  var mine = vec4f(0.0, 0.0, LARGEST, -LARGEST);
  for (var n = group.x * GROUP + local; n < items; n += groups.x * GROUP) { mine = joined(mine, single(x[n])); }
  partial[local] = mine;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { partial[local] = joined(partial[local], partial[local + half]); }
  }
  if (local > 0u) { return; }
  y[group.x] = partial[0];
  if (group.x == 0u) { y[groups.x] = vec4f(x[max(items, 1u) - 1u], 0.0, 0.0, 0.0); }
}

fn single(value: f32) -> vec4f {
  return vec4f(value, value * value, value, value);
}

fn joined(a: vec4f, b: vec4f) -> vec4f {
  return vec4f(a.xy + b.xy, min(a.z, b.z), max(a.w, b.w));
}

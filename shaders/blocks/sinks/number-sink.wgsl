// Sums and limits of a page over the items of workgroup g: every GROUPS-th block of GROUP items. y[2g] = (Σ x, Σ x/BIG, min x, max x),
// y[2g + 1] = (Σ x², Σ (x/BIG)², Σ (x·BIG)², items that are no finite numbers, and count in no other sum). One of the sums of
// squares neither overflows nor underflows. Then y[2·GROUPS].x is the last item.
override GROUP: u32; // invocations per workgroup, a power of two
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read> count: array<u32>; // one number: items in the page
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;

const LARGEST = 3.4028234663852886e38;
const BIG = 0x1p+80f;
const SMALL = 0x1p-80f;

struct Sums { plain: vec4f, squares: vec4f, }

var<workgroup> partial: array<Sums, GROUP>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let items = count[0];
  var mine = Sums(vec4f(0.0, 0.0, LARGEST, -LARGEST), vec4f());
  for (var n = group.x * GROUP + local; n < items; n += groups.x * GROUP) { mine = joined(mine, single(x[n])); }
  partial[local] = mine;
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (local < half) { partial[local] = joined(partial[local], partial[local + half]); }
  }
  if (local > 0u) { return; }
  y[2u * group.x] = partial[0].plain;
  y[2u * group.x + 1u] = partial[0].squares;
  if (group.x == 0u) { y[2u * groups.x] = vec4f(x[max(items, 1u) - 1u], 0.0, 0.0, 0.0); }
}

fn single(value: f32) -> Sums {
  if ((bitcast<u32>(value) & 0x7fffffffu) >= 0x7f800000u) {
    return Sums(vec4f(0.0, 0.0, LARGEST, -LARGEST), vec4f(0.0, 0.0, 0.0, 1.0));
  }
  let parts = value * vec3f(1.0, SMALL, BIG);
  return Sums(vec4f(parts.xy, value, value), vec4f(parts * parts, 0.0));
}

fn joined(a: Sums, b: Sums) -> Sums {
  let limits = vec2f(min(a.plain.z, b.plain.z), max(a.plain.w, b.plain.w));
  return Sums(vec4f(a.plain.xy + b.plain.xy, limits), a.squares + b.squares);
}

// Items for whole firings, y = (kept, x, zeros), for pages whose number of items the GPU decides. The first task joins them,
// an invocation per 32-bit word. The second one keeps what is less than a unit for the next page, with one workgroup.
override GROUP: u32; // invocations per workgroup
override TASK: u32;  // 0: joins; 1: keeps
override UNIT: u32;  // items per unit: y has a multiple of it
override WORDS: u32; // 32-bit words per item
struct Params { zeros: u32, } // items after the end of the signal
@group(0) @binding(0) var<storage, read> count: array<u32>;       // one number: items in the page
@group(0) @binding(1) var<storage, read> x: array<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<u32>;  // less than a unit
@group(0) @binding(3) var<storage, read_write> waits: array<u32>; // one number: items in `kept`
@group(0) @binding(4) var<storage, read_write> whole: array<u32>; // one number: items of whole units
@group(0) @binding(5) var<storage, read_write> y: array<u32>;
@group(0) @binding(6) var<uniform> params: Params;

// A word of the page, and of the zeros after it.
fn fresh(n: u32) -> u32 {
  if (n < count[0] * WORDS) { return x[n]; }
  return 0u;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let before = waits[0] * WORDS;
  let items = waits[0] + count[0] + params.zeros;
  let given = items - items % UNIT;
  if (TASK == 1u) {
    // Items that waited already are in their place: then no unit is whole.
    storageBarrier();
    for (var i = local; i < (items - given) * WORDS; i += GROUP) {
      let n = given * WORDS + i;
      if (n >= before) { kept[i] = fresh(n - before); }
    }
    if (local == 0u) { waits[0] = items - given; }
    return;
  }
  let n = id.y * groups.x * GROUP + id.x;
  if (n == 0u) { whole[0] = given; }
  if (n >= given * WORDS) { return; }
  var word = 0u;
  if (n < before) { word = kept[n]; } else { word = fresh(n - before); }
  y[n] = word;
}

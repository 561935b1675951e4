// LLRs of all coded bits from the received ones: 0 for a bit that was not sent, and for one beyond the page's count. One
// invocation per coded bit.
override GROUP: u32;  // invocations per workgroup
override PERIOD: u32; // coded bits
override KEPT: u32;   // of them received
struct Params {
  rows: u32,
  received: u32, // per row
  coded: u32,    // per row
}
@group(0) @binding(0) var<storage, read> count: array<u32>; // one number: received LLRs in the page
@group(0) @binding(1) var<storage, read> x: array<f32>;
@group(0) @binding(2) var<storage, read> ranks: array<u32>; // [PERIOD]: place among the received ones; KEPT: not sent
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  let row = n / params.coded;
  if (row >= params.rows) { return; }
  let place = n % params.coded;
  let rank = ranks[place % PERIOD];
  var llr = 0.0;
  let source = row * params.received + place / PERIOD * KEPT + rank;
  if (rank < KEPT && source < count[0]) { llr = x[source]; }
  y[n] = llr;
}

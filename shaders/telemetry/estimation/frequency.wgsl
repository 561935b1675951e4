// Frequency offset, ω̂ = arg{Σ_{n=i+64}^{i+223} r(n) r*(n−32)} / 32, i the packet's start (2.7).
// One workgroup per block; LANES neighbouring invocations share a slot's sum. Each holds its samples from n = i + 32 on in registers,
// so that all of its loads are in flight at once.
// Needs lib/angle, lib/complex, lib/packet.
override GROUP: u32;         // invocations per workgroup: at least BLOCK_PACKETS, a multiple of LANES
override BLOCK_PACKETS: u32; // slots in a block
override BLOCK_LENGTH: u32;  // samples in a block's row
override AVERAGE: u32;       // 1: every packet of a block gets the mean of the block
const LAG = 32u;
const LANES = 8u;
const OWN = 6u * LAG / LANES; // samples of an invocation
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> packets: array<Packet>;
@group(0) @binding(2) var<storage, read_write> frequency: array<f32>;

var<workgroup> partial: array<vec2f, LANES * BLOCK_PACKETS>;
var<workgroup> estimates: array<f32, BLOCK_PACKETS>;
var<workgroup> present: array<u32, BLOCK_PACKETS>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  for (var i = local; i < LANES * BLOCK_PACKETS; i += GROUP) {
    let mine = packets[group.x * BLOCK_PACKETS + i / LANES];
    var sum = vec2f();
    if (mine.found == 1u) {
      let first = group.x * BLOCK_LENGTH + u32(mine.start) + LAG + i % LANES;
      var own: array<vec2f, OWN>;
      for (var k = 0u; k < OWN; k++) { own[k] = samples[first + k * LANES]; }
      for (var k = LAG / LANES; k < OWN; k++) { sum += mulConj(own[k], own[k - LAG / LANES]); }
    }
    partial[i] = sum;
    if (i % LANES == 0u) { present[i / LANES] = mine.found; }
  }
  workgroupBarrier();
  if (local < BLOCK_PACKETS) {
    var total = vec2f();
    for (var lane = 0u; lane < LANES; lane++) { total += partial[local * LANES + lane]; }
    estimates[local] = angle(total) / f32(LAG);
  }
  workgroupBarrier();
  if (local >= BLOCK_PACKETS) { return; }
  var estimate = estimates[local];
  if (AVERAGE == 1u) {
    var total = 0.0;
    var count = 0u;
    for (var p = 0u; p < BLOCK_PACKETS; p++) {
      total += estimates[p]; // 0 where there is no packet
      count += present[p];
    }
    estimate = total / f32(max(count, 1u));
  }
  frequency[group.x * BLOCK_PACKETS + local] = select(0.0, estimate, present[local] == 1u);
}

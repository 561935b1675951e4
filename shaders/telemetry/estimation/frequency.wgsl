// Frequency offset, ω̂ = arg{Σ_{n=i+64}^{i+223} r(n) r*(n−32)} / 32, i the packet's start (2.7).
// One workgroup per block; LANES = GROUP / 32 neighbouring invocations share a slot's sum.
// Needs lib/angle, lib/complex, lib/packet.
override GROUP: u32;         // invocations per workgroup, a multiple of BLOCK_PACKETS
override BLOCK_PACKETS: u32; // slots in a block
override BLOCK_LENGTH: u32;  // samples in a block's row
override AVERAGE: u32;       // 1: every packet of a block gets the mean of the block
const LAG = 32u;
const FIRST = 2u * LAG;
const LAST = 7u * LAG;
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> packets: array<Packet>;
@group(0) @binding(2) var<storage, read_write> frequency: array<f32>;

var<workgroup> partial: array<vec2f, GROUP>;
var<workgroup> estimates: array<f32, BLOCK_PACKETS>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let lanes = GROUP / BLOCK_PACKETS;
  let mine = packets[group.x * BLOCK_PACKETS + local / lanes];
  var sum = vec2f(0.0);
  if (mine.found == 1) {
    let start = group.x * BLOCK_LENGTH + u32(mine.start);
    for (var n = start + FIRST + local % lanes; n < start + LAST; n += lanes) {
      sum += mulConj(samples[n], samples[n - LAG]);
    }
  }
  partial[local] = sum;
  workgroupBarrier();
  if (local < BLOCK_PACKETS) {
    var total = vec2f(0.0);
    for (var lane = 0u; lane < lanes; lane++) { total += partial[local * lanes + lane]; }
    estimates[local] = angle(total) / f32(LAG);
  }
  workgroupBarrier();
  if (local >= BLOCK_PACKETS) { return; }
  let slot = group.x * BLOCK_PACKETS + local;
  var estimate = estimates[local];
  if (AVERAGE == 1) {
    var total = 0.0;
    var count = 0u;
    for (var p = 0u; p < BLOCK_PACKETS; p++) {
      total += estimates[p]; // 0 where there is no packet
      count += packets[group.x * BLOCK_PACKETS + p].found;
    }
    estimate = total / f32(max(count, 1));
  }
  frequency[slot] = select(0.0, estimate, packets[slot].found == 1);
}

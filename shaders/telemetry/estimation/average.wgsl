// Mean of a block's channel estimates: h̄ = Σ_p u_p*·ĥ_p(n − l_p) / M over its M packets, given back to each as u_p·h̄(n + l_p).
// u_p is the phase of ⟨ĥ_0, ĥ_p⟩ = ĥ_0†·G·ĥ_p beside the first packet's, G = X†X; l_p is how much later than the others,
// on average, the packet was found.
// One workgroup per block.
// Needs lib/complex, lib/packet.
override GROUP: u32;          // invocations per workgroup, at least BLOCK_PACKETS
override BLOCK_PACKETS: u32;  // slots in a block
override PACKET_SAMPLES: u32;
override TAPS: u32;
@group(0) @binding(0) var<storage, read> packets: array<Packet>;
@group(0) @binding(1) var<storage, read> impulse: array<vec2f>;
@group(0) @binding(2) var<storage, read> noise: array<f32>;
@group(0) @binding(3) var<storage, read> gram: array<vec2f>; // G, [row][column]
@group(0) @binding(4) var<storage, read_write> meanImpulse: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> meanNoise: array<f32>;

var<workgroup> weights: array<vec2f, TAPS>; // G·ĥ_0
var<workgroup> turn: array<vec2f, BLOCK_PACKETS>;
var<workgroup> lag: array<i32, BLOCK_PACKETS>;
var<workgroup> average: array<vec2f, TAPS>;
var<workgroup> middle: i32;                // mean lag beside the first packet's
var<workgroup> found: u32;
var<workgroup> variance: f32;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let first = group.x * BLOCK_PACKETS;
  var origin = first;
  while (origin < first + BLOCK_PACKETS - 1 && packets[origin].found == 0) { origin++; }
  if (local == 0) {
    var total = 0.0;
    var count = 0u;
    for (var slot = first; slot < first + BLOCK_PACKETS; slot++) {
      if (packets[slot].found == 0) { continue; }
      total += noise[slot];
      count++;
    }
    found = count;
    variance = total / f32(max(count, 1));
  }
  for (var i = local; i < TAPS; i += GROUP) {
    var sum = vec2f(0.0);
    for (var n = 0u; n < TAPS; n++) { sum += mul(gram[i * TAPS + n], impulse[origin * TAPS + n]); }
    weights[i] = sum;
  }
  workgroupBarrier();

  if (local < BLOCK_PACKETS) {
    let slot = first + local;
    lag[local] = packets[slot].start - packets[origin].start
      - (packets[slot].index - packets[origin].index) * i32(PACKET_SAMPLES);
    var sum = vec2f(0.0);
    for (var n = 0u; n < TAPS; n++) { sum += mulConj(tap(slot, i32(n) - lag[local]), weights[n]); }
    turn[local] = select(vec2f(1.0, 0.0), sum / max(length(sum), 1e-30), dot(sum, sum) > 0.0);
  }
  workgroupBarrier();
  if (local == 0) {
    var total = 0;
    for (var p = 0u; p < BLOCK_PACKETS; p++) { total += select(0, lag[p], packets[first + p].found == 1); }
    middle = i32(floor(f32(total) / f32(max(found, 1)) + 0.5));
  }
  workgroupBarrier();

  for (var i = local; i < TAPS; i += GROUP) {
    var sum = vec2f(0.0);
    for (var p = 0u; p < BLOCK_PACKETS; p++) {
      if (packets[first + p].found == 1) { sum += mulConj(tap(first + p, i32(i) - lag[p] + middle), turn[p]); }
    }
    average[i] = sum / f32(max(found, 1));
  }
  workgroupBarrier();

  for (var i = local; i < BLOCK_PACKETS * TAPS; i += GROUP) {
    let p = i / TAPS;
    let n = i32(i % TAPS) + lag[p] - middle;
    let inside = packets[first + p].found == 1 && n >= 0 && n < i32(TAPS);
    meanImpulse[first * TAPS + i] = select(vec2f(0.0), mul(average[clamp(n, 0, i32(TAPS) - 1)], turn[p]), inside);
  }
  if (local < BLOCK_PACKETS) { meanNoise[first + local] = select(0.0, variance, packets[first + local].found == 1); }
}

// ĥ of a slot at memory index n; zero beyond its taps
fn tap(slot: u32, n: i32) -> vec2f {
  return select(vec2f(0.0), impulse[slot * TAPS + u32(clamp(n, 0, i32(TAPS) - 1))], n >= 0 && n < i32(TAPS));
}

// Chains of packets, S(ρ) = Σ_{p<32} vote(12672·p + ρ); one invocation per residue ρ, workgroup y is the block. A start n
// votes T(n) if it reaches the threshold, a whole packet lies there, and no start one period away, ±REACH, has a larger T.
// Each workgroup stores its best residue.
// Needs lib/candidate.
override GROUP: u32;          // invocations per workgroup, a power of two
override BLOCK_HOP: u32;      // samples from block to block
override BLOCK_PACKETS: u32;  // slots in a block
override PACKET_SAMPLES: u32; // residues
override METRIC_LENGTH: u32;  // starts in a block's row of the metric
override METRIC_MARGIN: u32;  // of them before the block's first start
override REACH: u32;          // samples
override THRESHOLD: f32;      // T of a packet
const PERIOD = 32u;
struct Params {
  firstBlock: u32, // the page's first block; the one before the recording is 2^32 − 1, beyond every length
  length: u32,     // samples in the recording
}
@group(0) @binding(0) var<storage, read> metric: array<f32>;
@group(0) @binding(1) var<storage, read_write> candidates: array<Candidate>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> best: array<Candidate, GROUP>;

fn vote(at: u32) -> f32 {
  let T = metric[at];
  if (T < THRESHOLD) { return 0.0; }
  var rival = 0.0;
  for (var k = PERIOD - REACH; k <= PERIOD + REACH; k++) { rival = max(rival, max(metric[at - k], metric[at + k])); }
  return select(0.0, T, T >= rival);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let residue = id.x;
  let origin = (params.firstBlock + group.y) * BLOCK_HOP;
  var score = 0.0;
  if (residue < PACKET_SAMPLES) {
    for (var p = 0u; p < BLOCK_PACKETS; p++) {
      let n = p * PACKET_SAMPLES + residue;
      if (origin + n + PACKET_SAMPLES > params.length) { break; }
      score += vote(group.y * METRIC_LENGTH + METRIC_MARGIN + n);
    }
  }
  best[local] = Candidate(score, residue);
  for (var half = GROUP / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if (local < half) { best[local] = better(best[local], best[local + half]); }
  }
  if (local == 0) { candidates[group.y * groups.x + group.x] = best[0]; }
}

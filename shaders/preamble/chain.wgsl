// Chains of packets, S(ρ) = Σ_{p<32} T(12672·p + ρ) over the T at or above the threshold; one invocation per residue ρ.
// Each workgroup leaves its best residue; workgroup y is the block.
// Needs lib/candidate.
override GROUP: u32;          // invocations per workgroup, a power of two
override BLOCK_PACKETS: u32;  // slots in a block
override PACKET_SAMPLES: u32; // residues
override METRIC_LENGTH: u32;  // starts in a block's row of the metric
override METRIC_MARGIN: u32;  // of them before the block's first start
override THRESHOLD: f32;      // T of a packet
@group(0) @binding(0) var<storage, read> metric: array<f32>;
@group(0) @binding(1) var<storage, read_write> candidates: array<Candidate>;

var<workgroup> best: array<Candidate, GROUP>;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let residue = id.x;
  var score = 0.0;
  if (residue < PACKET_SAMPLES) {
    let row = group.y * METRIC_LENGTH + METRIC_MARGIN + residue;
    for (var p = 0u; p < BLOCK_PACKETS; p++) {
      let T = metric[row + p * PACKET_SAMPLES];
      score += select(0.0, T, T >= THRESHOLD);
    }
  }
  best[local] = Candidate(score, residue);
  for (var half = GROUP / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if (local < half) { best[local] = better(best[local], best[local + half]); }
  }
  if (local == 0) { candidates[group.y * groups.x + group.x] = best[0]; }
}

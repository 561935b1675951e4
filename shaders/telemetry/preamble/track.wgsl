// Chains from block to block: ρ(b) = the best candidate's residue, unwrapped to ρ ± 12672 across the wrap from ρ(b−1) (or
// from the anchor). One workgroup does it all. Each invocation reduces the candidates of one block. Then the first
// invocation processes the blocks in order.
// Needs lib/candidate.
override GROUP: u32;          // invocations per workgroup
override CANDIDATES: u32;     // per block
override PACKET_SAMPLES: i32; // residues
override WRAP: i32;           // residues this close to the wrap are unwrapped
override REACH: i32;          // largest distance of a packet from its chain, in samples
override NONE: i32;           // a block without packets; no anchor
struct Params {
  blocks: u32,
  anchor: i32, // residue to which every block is unwrapped
}
@group(0) @binding(0) var<storage, read> candidates: array<Candidate>;
@group(0) @binding(1) var<storage, read_write> chains: array<i32>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> residues: array<i32, GROUP>;

fn unwrapped(residue: i32, near: i32) -> i32 {
  if (residue == NONE) { return NONE; }
  if (near == NONE) {
    // A packet at the start of the recording may appear to start before it.
    return select(residue, residue - PACKET_SAMPLES, residue >= PACKET_SAMPLES - REACH);
  }
  if (near < WRAP && residue > PACKET_SAMPLES - WRAP) { return residue - PACKET_SAMPLES; }
  if (near > PACKET_SAMPLES - WRAP && residue < WRAP) { return residue + PACKET_SAMPLES; }
  return residue;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  var previous = NONE;
  if (local == 0) {
    // The previous page stored its last chain at the end.
    previous = chains[params.blocks];
    chains[0] = previous;
  }
  for (var first = 0u; first < params.blocks; first += GROUP) {
    let b = first + local;
    var best = Candidate(0.0, 0u);
    if (b < params.blocks) {
      for (var i = 0u; i < CANDIDATES; i++) { best = better(best, candidates[b * CANDIDATES + i]); }
    }
    residues[local] = select(NONE, i32(best.residue), best.score > 0.0);
    workgroupBarrier();
    if (local == 0) {
      for (var i = 0u; i < min(GROUP, params.blocks - first); i++) {
        previous = unwrapped(residues[i], select(params.anchor, previous, params.anchor == NONE));
        chains[first + i + 1] = previous;
      }
    }
    workgroupBarrier();
  }
}

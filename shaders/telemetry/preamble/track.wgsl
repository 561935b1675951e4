// Chains from block to block: ρ(b) = the best candidate's residue, unwrapped to ρ ± 12672 across the wrap from ρ(b−1) (or
// from the anchor). One workgroup does it all: LANES invocations reduce the candidates of one block, then one invocation
// per block unwraps. That depends on the chain before only by its zone, so a prefix sum over maps of zones replaces the
// recursion.
// Needs lib/candidate.
override GROUP: u32;          // invocations per workgroup
override LANES: u32;          // of them per block
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

// Zones of a chain. A map of zones has two bits for each of them.
const UNKNOWN = 0u;
const LOW = 1u;
const HIGH = 2u;
const MIDDLE = 3u;
const LOADS = 4u; // candidates that an invocation reads at a time

var<workgroup> bests: array<Candidate, GROUP>; // [lane][block]
var<workgroup> maps: array<u32, GROUP / LANES>;

fn zoneOf(chain: i32) -> u32 {
  if (chain == NONE) { return UNKNOWN; }
  if (chain < WRAP) { return LOW; }
  return select(MIDDLE, HIGH, chain > PACKET_SAMPLES - WRAP);
}

// A chain of each zone.
fn chainIn(zone: u32) -> i32 {
  let inside = vec4i(NONE, 0, PACKET_SAMPLES, WRAP);
  return inside[zone];
}

fn zoneAfter(map: u32, zone: u32) -> u32 {
  return (map >> (2u * zone)) & 3u;
}

// The map `first`, then the map `second`.
fn composed(first: u32, second: u32) -> u32 {
  var map = 0u;
  for (var zone = 0u; zone < 4u; zone++) { map |= zoneAfter(second, zoneAfter(first, zone)) << (2u * zone); }
  return map;
}

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

// The best candidate of those that a lane reads. Beyond the last one it reads that one again.
fn bestOfLane(b: u32, lane: u32) -> Candidate {
  var best = Candidate(0.0, 0u);
  for (var i = lane; i < CANDIDATES; i += LOADS * LANES) {
    var loaded: array<Candidate, LOADS>;
    for (var k = 0u; k < LOADS; k++) {
      let at = min(i + k * LANES, CANDIDATES - 1u);
      loaded[k] = candidates[b * CANDIDATES + at];
    }
    for (var k = 0u; k < LOADS; k++) { best = better(best, loaded[k]); }
  }
  return best;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(local_invocation_index) local: u32) {
  let most = GROUP / LANES; // blocks at a time
  // The previous page stored its last chain at the end.
  var previous = chains[params.blocks];
  storageBarrier();
  if (local == 0u) { chains[0] = previous; }
  for (var first = 0u; first < params.blocks; first += most) {
    // Neighbours read neighbouring candidates.
    let own = local / LANES;
    if (first + own < params.blocks) { bests[local % LANES * most + own] = bestOfLane(first + own, local % LANES); }
    workgroupBarrier();
    let isBlock = local < most && first + local < params.blocks;
    var residue = NONE;
    var map = 0u;
    if (isBlock) {
      var best = bests[local];
      for (var lane = 1u; lane < LANES; lane++) { best = better(best, bests[lane * most + local]); }
      residue = select(NONE, i32(best.residue), best.score > 0.0);
      for (var zone = 0u; zone < 4u; zone++) { map |= zoneOf(unwrapped(residue, chainIn(zone))) << (2u * zone); }
    }
    if (local < most) { maps[local] = map; }
    for (var distance = 1u; distance < most; distance *= 2u) {
      workgroupBarrier();
      if (local < most && local >= distance) { map = composed(maps[local - distance], map); }
      workgroupBarrier();
      if (local < most) { maps[local] = map; }
    }
    workgroupBarrier();
    if (isBlock) {
      var near = params.anchor;
      if (near == NONE) {
        near = previous;
        if (local > 0u) { near = chainIn(zoneAfter(maps[local - 1u], zoneOf(previous))); }
      }
      chains[first + local + 1u] = unwrapped(residue, near);
    }
    previous = chainIn(zoneAfter(maps[most - 1u], zoneOf(previous)));
    workgroupBarrier();
  }
}

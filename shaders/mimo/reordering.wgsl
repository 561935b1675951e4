// Moves the LLRs of streams to the places of their sorted columns, or back. One invocation per pair of bits of a stream.
override GROUP: u32;    // invocations per workgroup
override ANTENNAS: u32; // M
override PAIRS: u32;    // of bits of a symbol, B/2
override BACK: bool;    // from sorted columns to streams
struct Params { uses: u32, skips: u32 } // skips: whether `skipped` applies
@group(0) @binding(0) var<storage, read> order: array<u32>;        // [use]: bits 4k … 4k + 3 are the stream of column k
@group(0) @binding(1) var<storage, read> before: array<vec2f>;     // [use][M][B/2]
@group(0) @binding(2) var<storage, read_write> after: array<vec2f>; // [use][M][B/2]
@group(0) @binding(3) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> skipped: array<u32>;      // [use]: not 0 if its LLRs stay

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (group.x + 32768u * group.y) * GROUP + lane;
  let at = i / PAIRS / ANTENNAS;
  if (at >= params.uses) { return; }
  if (params.skips == 1u && skipped[at] != 0u) { return; }
  let k = i / PAIRS % ANTENNAS;
  let stream = (order[at] >> (4u * k)) & 15u;
  let other = (at * ANTENNAS + stream) * PAIRS + i % PAIRS;
  if (BACK) { after[other] = before[i]; } else { after[i] = before[other]; }
}

// Viterbi decoding of the code 133, 171 (octal): M[t+1, s'] = max over the two s before s' of M[t, s] + ½·Σ ±LLR; survivors; traceback.
// One invocation per window of a frame. It keeps the 64 path metrics in registers, so stages need no exchange and no barrier.
// Invocations with consecutive numbers have the same window of consecutive frames, so they take the same branches.
// Needs lib/viterbi-step, lib/codeword-window, lib/viterbi-window.
override GROUP: u32;    // invocations per workgroup
struct Params {
  frames: u32,
  length: u32,   // information bits K per frame
  windows: u32,  // per frame
  words: u32,    // of 32 bits per window; the last window may have fewer
  overlap: u32,  // stages before and after a window
  capacity: u32, // stages per window whose survivors are kept
}
@group(0) @binding(0) var<storage, read> llr: array<vec2f>;                   // [frame][K + 6]
@group(0) @binding(1) var<storage, read_write> survivors: array<vec2u>;       // [group][stage][invocation]
@group(0) @binding(2) var<storage, read_write> decisions: array<u32>;         // [frame][⌈K/32⌉]
@group(0) @binding(3) var<uniform> params: Params;

fn received(first: u32, stage: u32) -> vec2f { return llr[first + stage]; }

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let kept = group.x * params.capacity * GROUP + lane;
  // The windows share the survivors' memory: an invocation decodes one after another.
  for (var i = group.x * GROUP + lane; i < params.frames * params.windows; i += groups.x * GROUP) {
    let frame = i % params.frames;
    let first = frame * (params.length + TAIL);
    let row = frame * ((params.length + 31u) / 32u);
    decode(windowOf(Codeword(first, row, params.length, params.overlap), i / params.frames, params.words), kept);
  }
}

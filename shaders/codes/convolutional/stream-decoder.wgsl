// Viterbi decoding of endless streams in pages; formula in codes/convolutional/decoder. One invocation per window of a stream.
// Stages count from the beginning of the history: LEAD + OVERLAP stages of earlier pages, then the page. The page decides as many
// stages as it has, from stage LEAD on; OVERLAP stages follow the last one. Neither end of a window is a known state.
// Needs lib/viterbi-step, lib/codeword-window, lib/viterbi-window.
override GROUP: u32;    // invocations per workgroup
override WORDS: u32;    // of 32 bits per window; the last window may have fewer
override OVERLAP: u32;  // stages before and after a window
override LEAD: u32;     // OVERLAP, rounded up to a whole word
override CAPACITY: u32; // stages per window whose survivors are kept
struct Params {
  streams: u32,
  length: u32,  // stages per page, a multiple of 32
  windows: u32, // per stream
}
@group(0) @binding(0) var<storage, read> llr: array<vec2f>;             // [stream][length]
@group(0) @binding(1) var<storage, read> history: array<vec2f>;         // [stream][LEAD + OVERLAP]
@group(0) @binding(2) var<storage, read_write> survivors: array<vec2u>; // [group][stage][invocation]
@group(0) @binding(3) var<storage, read_write> decisions: array<u32>;   // [stream][length/32]
@group(0) @binding(4) var<uniform> params: Params;

fn received(stream: u32, stage: u32) -> vec2f {
  let before = LEAD + OVERLAP;
  if (stage < before) { return history[stream * before + stage]; }
  return llr[stream * params.length + stage - before];
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let kept = group.x * CAPACITY * GROUP + lane;
  // The windows share the survivors' memory: an invocation decodes one after another.
  for (var i = group.x * GROUP + lane; i < params.streams * params.windows; i += groups.x * GROUP) {
    let stream = i % params.streams;
    let begin = LEAD + 32u * WORDS * (i / params.streams);
    let limit = min(LEAD + params.length, begin + 32u * WORDS);
    // Stage LEAD belongs to the row's first word; the place of stage 0 may be less than 0, and wraps around.
    let row = stream * (params.length / 32u) - LEAD / 32u;
    let stages = LEAD + OVERLAP + params.length;
    decode(Window(stream, row, stages, begin - OVERLAP, begin, limit, limit + OVERLAP, false, false), kept);
  }
}

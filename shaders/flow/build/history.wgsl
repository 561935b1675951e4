// The last H words of all pages so far, h'[s][i] = h[s][i + N] where i + N < H, else x[s][i + N − H], for a page of N
// words. One workgroup per signal shifts its row in place from the front: each step reads before it writes, and later
// steps read only behind the written words.
// Needs one of lib/history-*.
override GROUP: u32; // invocations per workgroup
struct Params {
  signals: u32,
  length: u32,  // words of the largest page
  history: u32, // words
  words: u32,   // per sample
}
@group(0) @binding(1) var<storage, read> count: array<u32>; // one number: samples in the page
@group(0) @binding(2) var<storage, read_write> history: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let signal = group.y * groups.x + group.x;
  if (signal >= params.signals) { return; }
  let row = signal * params.history;
  let page = signal * params.length;
  let moved = count[0] * params.words;
  for (var first = 0u; first < params.history; first += GROUP) {
    let i = first + local;
    let source = i + moved;
    let mine = i < params.history;
    var word = 0u;
    if (mine && source < params.history) { word = history[row + source]; }
    if (mine && source >= params.history) { word = wordAt(page + source - params.history); }
    storageBarrier();
    if (mine) { history[row + i] = word; }
    storageBarrier();
  }
}

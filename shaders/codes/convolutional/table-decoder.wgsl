// Viterbi decoding of codewords of different lengths and rates, whose number the GPU found; formula in codes/convolutional/decoder.
// One invocation per window. A binary search of the table's first windows finds its codeword.
// Needs lib/viterbi-step, lib/codeword-window, lib/viterbi-window, and a text with the type `Row` of the table's rows, `firstWindowOf` and `codewordOf`.
override GROUP: u32;      // invocations per workgroup
override WORDS: u32;      // of 32 bits per window; a codeword's last window may have fewer
override CAPACITY: u32;   // stages per window whose survivors are kept
override ROWS_AT: u32;    // place in `counts` of the number of rows
override WINDOWS_AT: u32; // place in `counts` of the number of windows
@group(0) @binding(0) var<storage, read> rows: array<Row>;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
@group(0) @binding(2) var<storage, read> llr: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> survivors: array<vec2u>; // [group][stage][invocation]
@group(0) @binding(4) var<storage, read_write> decisions: array<u32>;

fn received(first: u32, stage: u32) -> vec2f { return llr[first + stage]; }

// The last row whose first window is at or before `window`. Rows without windows have the first window of the next row.
fn rowAt(window: u32) -> u32 {
  var low = 0u;
  var high = counts[ROWS_AT];
  while (high > low + 1u) {
    let middle = (low + high) / 2u;
    if (firstWindowOf(rows[middle]) <= window) { low = middle; } else { high = middle; }
  }
  return low;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let number = group.x + group.y * groups.x;
  // Its size depends on the page. An override for it would compile the kernel again for each.
  let most = arrayLength(&survivors) / (CAPACITY * GROUP);
  if (number >= most) { return; }
  // The windows share the survivors' memory: an invocation decodes one after another.
  let kept = number * CAPACITY * GROUP + lane;
  let stride = min(groups.x * groups.y, most) * GROUP;
  for (var i = number * GROUP + lane; i < counts[WINDOWS_AT]; i += stride) {
    let row = rowAt(i);
    let codeword = codewordOf(rows[row]);
    let window = windowOf(codeword, i - firstWindowOf(rows[row]), WORDS);
    // The last windows may hold nothing but bits after the tail.
    if (window.begin < window.limit) { decode(window, kept); }
  }
}

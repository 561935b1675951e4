// States at the beginnings of successive items: s[c + 1] = p^span·s[c] + e[c]. e[c] is the state at the end of item c from
// rest. Items are the chunks of a piece, or the pieces of a signal.
// One workgroup per row of up to GROUP items, and per lane (four poles and a part of the sample).
// Needs lib/poles, lib/pole-scan with WIDTH = 1.
override PARTS: u32;    // of a sample
override CARRIED: bool; // from the state that the row's total holds; else from rest
struct Params {
  signals: u32,
  items: u32, // of a signal
  fours: u32, // poles, four at a time
}
@group(0) @binding(0) var<storage, read_write> states: array<Four>; // e, then s: [signal][item][lane]
@group(0) @binding(1) var<storage, read_write> totals: array<Four>; // at the ends of rows: [signal][row][lane]
@group(0) @binding(2) var<storage, read> powers: array<Four>;
@group(0) @binding(3) var<storage, read> spans: array<Four>; // [four][2]: p^span, and p^span of a signal's last item
@group(0) @binding(4) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let at = group.y * groups.x + group.x;
  let lanes = params.fours * PARTS;
  let four = at % lanes / PARTS;
  let rows = (params.items + GROUP - 1u) / GROUP;
  let row = at / lanes;
  if (row >= params.signals * rows) { return; }
  let item = row % rows * GROUP + i;
  let state = (row / rows * params.items + item) * lanes + at % lanes;

  var end = Four();
  if (item < params.items) { end = states[state]; }
  var start = Four();
  if (CARRIED) { start = totals[at]; }
  var sum = end;
  if (CARRIED && i == 0u) { sum = advanced(spans[2u * four], start, end); }
  sum = prefixSum(i, four, sum);
  if (i > 0u) { start = summed(i - 1u); }
  if (item < params.items) { states[state] = start; }
  if (item == params.items - 1u) {
    totals[at] = advanced(spans[2u * four + 1u], start, end);
  } else if (i == GROUP - 1u && item < params.items) {
    totals[at] = sum;
  }
}

// States at the beginnings of steps in a row, s[k + 1] = A·s[k] + e[k]; one workgroup per row. Each invocation goes through
// SHARE steps from rest, a scan tells where it really begins, and it goes through them once more.
// Needs lib/affine-scan with STRIDE = 1; the matrix after those of the scan, of A^SHARE, is A itself.
struct Params {
  rows: u32,
  length: u32, // steps of a row
  share: u32,
  single: u32, // place of A among the steps' matrices
  steps: array<vec4f, 360>,
}
@group(0) @binding(0) var<storage, read> initial: array<vec4f>;      // [row][quad]
@group(0) @binding(1) var<storage, read> e: array<vec4f>;            // [row][step][quad]
@group(0) @binding(2) var<storage, read_write> starts: array<vec4f>; // [row][step][quad]
@group(0) @binding(3) var<uniform> params: Params;

fn endAt(at: u32) -> State {
  var s = State();
  for (var q = 0u; q < QUADS; q++) { s[q] = e[at * QUADS + q]; }
  return s;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = group.y * groups.x + group.x;
  if (row >= params.rows) { return; }
  let first = min(invocation * params.share, params.length);
  let end = min(first + params.share, params.length);
  var s = State();
  if (invocation == 0u) {
    for (var q = 0u; q < QUADS; q++) { s[q] = initial[row * QUADS + q]; }
  }
  let begin = s;
  for (var k = first; k < end; k++) { s = stepsAhead(params.single, s, endAt(row * params.length + k)); }
  affineScan(invocation, s);
  s = begin;
  if (invocation > 0u) { s = scannedState(invocation - 1u); }
  for (var k = first; k < end; k++) {
    for (var q = 0u; q < QUADS; q++) { starts[(row * params.length + k) * QUADS + q] = s[q]; }
    s = stepsAhead(params.single, s, endAt(row * params.length + k));
  }
}

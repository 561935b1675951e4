// Rows times one table, padded with zeros or cut: y[s][n] = x[s][n]·c[n] for n < KEPT, 0 up to LENGTH; parts swapped before
// or after, as an inverse transform wants it. One invocation per number, rows of workgroups per row of numbers; more rounds
// where a dispatch has fewer. Needs lib/complex.
override GROUP: u32;        // invocations per workgroup
override INPUT_LENGTH: u32; // numbers in a row of x
override LENGTH: u32;       // numbers in a row of y
override KEPT: u32;         // at most either
override SWAP_IN: bool;
override SWAP_OUT: bool;
struct Params { rows: u32, }
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read> factors: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var n = id.x; n < LENGTH; n += groups.x * GROUP) {
    for (var row = id.y; row < params.rows; row += groups.y) {
      let x = select(vec2f(), input[row * INPUT_LENGTH + n], n < KEPT);
      let y = mul(select(x, x.yx, SWAP_IN), factors[min(n, KEPT - 1u)]);
      output[row * LENGTH + n] = select(y, y.yx, SWAP_OUT);
    }
  }
}

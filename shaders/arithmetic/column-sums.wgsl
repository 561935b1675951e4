// Column sums, y[k] = scale·Σr x[r][k], in the order of the rows; one invocation per column.
override GROUP: u32;   // invocations per workgroup
override ROWS: u32;
override COLUMNS: u32;
struct Params { scale: f32, }
@group(0) @binding(0) var<storage, read> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let k = id.x;
  if (k >= COLUMNS) { return; }
  var sum = 0.0;
  for (var r = 0u; r < ROWS; r++) { sum += x[r * COLUMNS + k]; }
  y[k] = params.scale * sum;
}

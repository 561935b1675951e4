// Every STEP-th sample of rows from FIRST on, y[s][m] = x[s][FIRST + m·STEP], x = 0 outside its row: cuts, pads, decimates.
// One invocation per output sample, one row of workgroups per signal.
override GROUP: u32;         // invocations per workgroup
override INPUT_STRIDE: u32;  // samples in a row of input
override FIRST: i32;
override STEP: u32;
override OUTPUT_LENGTH: u32; // samples in a row of output
struct Params { inputRow: u32, outputRow: u32, } // rows of s = 0
@group(0) @binding(0) var<storage, read> input: array<vec2f>;
@group(0) @binding(1) var<storage, read_write> output: array<vec2f>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= OUTPUT_LENGTH) { return; }
  let at = FIRST + i32(id.x * STEP);
  var sample = vec2f();
  if (at >= 0 && at < i32(INPUT_STRIDE)) { sample = input[(params.inputRow + id.y) * INPUT_STRIDE + u32(at)]; }
  output[(params.outputRow + id.y) * OUTPUT_LENGTH + id.x] = sample;
}

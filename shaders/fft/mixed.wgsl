// FFT of LENGTH points, X[k] = Σn x[n]·e^{−j2πkn/LENGTH}, as a pass of lib/lines: a product of small radices, in Stockham's
// self-sorting stages through workgroup memory; the first stage reads and the last writes global memory. A workgroup computes
// LINES lines, and an invocation one or more butterflies per stage, in registers. src/core/fft/stages.ts and butterflies.ts write the rest.
// Needs stages, lib/lines, lib/rows, butterflies, lib/dft, lib/complex, lib/phasor.
override LINES: u32;
override GROUP: u32;     // invocations per workgroup
struct Params { lines: u32, } // of all transforms
@group(0) @binding(0) var<storage, read> input: array<InRow>;
@group(0) @binding(1) var<storage, read_write> output: array<OutRow>;
@group(0) @binding(2) var<uniform> params: Params;

// Point b + STEP_IN·j of a line for the first stage. The lines after the last one repeat it, and are not stored.
fn pointIn(line: u32, b: u32, j: u32) -> vec2f {
  return lineIn(min(line, params.lines - 1u), b, j);
}

// Stores bin b + STEP_OUT·j of a line.
fn binOut(line: u32, b: u32, j: u32, x: vec2f) {
  if (line < params.lines) { lineOut(line, b, j, x); }
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  transformLines(local, (group.y * groups.x + group.x) * LINES);
}

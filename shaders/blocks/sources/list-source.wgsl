// Items of a table, in a cycle or once with zeros behind; one invocation per word.
override GROUP: u32; // invocations per workgroup
struct Params { words: u32, first: u32, tableWords: u32, repeats: u32, } // words of the page and of the table
@group(0) @binding(0) var<storage, read> table: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= params.words) { return; }
  let n = params.first + i;
  output[i] = select(0u, table[n % params.tableWords], params.repeats == 1u || n < params.tableWords);
}

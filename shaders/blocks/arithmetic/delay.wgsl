// A delay with a ring of items, the oldest at `position`. It reads: the outputs are the items of the ring, then items of
// the page. Or it keeps: the last items of the page take the places of the oldest ones. One invocation per word.
override GROUP: u32; // invocations per workgroup
override KEEP: bool;
struct Params { words: u32, ringWords: u32, position: u32, } // words of the page and of the ring
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> ring: array<u32>;
@group(0) @binding(2) var<storage, read_write> output: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (KEEP) {
    let kept = min(params.words, params.ringWords);
    if (i >= kept) { return; }
    let source = params.words - kept + i;
    ring[(params.position + source) % params.ringWords] = input[source];
  } else {
    if (i >= params.words) { return; }
    if (i < params.ringWords) {
      output[i] = ring[(params.position + i) % params.ringWords];
    } else {
      output[i] = input[i - params.ringWords];
    }
  }
}

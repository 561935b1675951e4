// PSDUs as a stream of frames: for each its length in octets, then its octets. One invocation per word.
override GROUP: u32;  // invocations per workgroup
override OCTETS: u32; // per PSDU
struct Params { length: u32, } // words
@group(0) @binding(0) var<storage, read> psdu: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  if (n >= params.length) { return; }
  let stride = (OCTETS + 3u) / 4u;
  let frame = n / (stride + 1u);
  let place = n % (stride + 1u);
  if (place == 0u) { words[n] = OCTETS; } else { words[n] = psdu[frame * stride + place - 1u]; }
}

// Taps of each channel, followed by zeros. One invocation per place.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override TAPS: u32;   // L + 1, at most N
struct Params { channels: u32, }
@group(0) @binding(0) var<storage, read> taps: array<vec2f>;          // [tap][channel]
@group(0) @binding(1) var<storage, read_write> padded: array<vec2f>;  // [channel][N]
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= LENGTH) { return; }
  var h = vec2f();
  if (id.x < TAPS) { h = taps[id.x * params.channels + id.y]; }
  padded[id.y * LENGTH + id.x] = h;
}

// Whether the multiplex has a pilot after each block, from the last WINDOW blocks: 1 if enough of their power has a steady phase from
// block to block, and the pilot is strong enough, else 0. One invocation per signal and block. The first one goes to the next page.
override GROUP: u32;  // invocations per workgroup
override WINDOW: u32; // blocks
struct Params { length: u32, block: u32, most: u32, coherence: f32, chance: f32, least: f32, }
@group(0) @binding(0) var<storage, read> sums: array<vec2f>;    // [signal][most]
@group(0) @binding(1) var<storage, read> earlier: array<vec2f>; // the WINDOW + 1 blocks before the page, [signal][WINDOW + 1]
@group(0) @binding(2) var<storage, read_write> pilots: array<f32>; // [signal][2 + most]: after the last two blocks before the page, then after each
@group(0) @binding(3) var<storage, read_write> position: array<u32>; // blocks that end in the page, samples of the first one before it, before the next page
@group(0) @binding(4) var<uniform> params: Params;

fn blockAt(signal: u32, at: u32) -> vec2f {
  if (at <= WINDOW) { return earlier[signal * (WINDOW + 1u) + at]; }
  return sums[signal * params.most + at - WINDOW - 1u];
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * GROUP + id.x;
  if (i >= arrayLength(&pilots)) { return; }
  if (i == 0u) {
    let end = position[2] + params.length;
    position[0] = end / params.block;
    position[1] = position[2];
    position[2] = end % params.block;
  }
  let signal = i / (params.most + 2u);
  let first = i % (params.most + 2u);
  var steady = vec2f();
  var power = 0.0;
  // Before the start all blocks are zero.
  var count = 0.0;
  var before = vec2f();
  for (var b = first; b < first + WINDOW; b++) {
    let sum = blockAt(signal, b);
    power += dot(sum, sum);
    steady += vec2f(dot(sum, before), sum.y * before.x - sum.x * before.y);
    count += select(0.0, 1.0, any(sum != vec2f()));
    before = sum;
  }
  let part = length(steady);
  let found = part > max(params.coherence, sqrt(params.chance / max(count, 1.0))) * power;
  pilots[i] = select(0.0, 1.0, found && part >= params.least * params.least * (count - 1.0));
}

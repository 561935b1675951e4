// The envelope of each block, |Σk taps[phase][k]·x[n + k]|, with UP steps per sample or one per DOWN samples; and a list of the steps at
// which a frame may start, because the pulses of a preamble stand out there. One workgroup per TILE steps of a block. The starts of a workgroup are
// a run of the list in ascending order; the runs have no order.
// Needs lib/raw-sample.
override GROUP: u32;    // invocations per workgroup
override UP: u32;
override DOWN: u32;
override TAPS: u32;
override BLOCK: u32;    // samples per block
override STRIDE: u32;   // steps of a whole block at which a frame may start
override REST: u32;     // steps of the envelope after these
override TILE: u32;     // steps per workgroup, a multiple of UP
override SPAN: u32;     // magnitudes per workgroup: up to the last chip of the last preamble
override SAMPLES: u32;  // samples under them
override CAPACITY: u32; // starts that the list holds
override TILES: u32;    // workgroups per block
override LEAST_RATIO: f32;
override LEAST_DIP: f32;
override LEAST_PULSE: f32;
@group(0) @binding(2) var<storage, read> taps: array<vec2f>;                // [phase][tap]; they mix the signal to zero frequency
@group(0) @binding(3) var<storage, read> offsets: array<vec2f>;             // [block]
@group(0) @binding(4) var<storage, read> chips: array<u32>;                 // the step of each chip after a start
@group(0) @binding(5) var<storage, read_write> magnitudes: array<f32>;      // [block][step], STRIDE + REST steps
@group(0) @binding(6) var<storage, read_write> starts: array<u32>;          // block · STRIDE + step
@group(0) @binding(7) var<storage, read_write> counts: array<atomic<u32>>;  // found starts, found candidates, float32 samples that are no numbers
@group(0) @binding(8) var<storage, read_write> runs: array<vec2u>;          // [block][workgroup]: the place of its first start in the list, and their number

var<workgroup> x: array<vec2f, SAMPLES>;
var<workgroup> m: array<f32, SPAN>;
var<workgroup> marks: array<atomic<u32>, WORDS>; // a bit per step of the workgroup: a frame may start there
var<workgroup> run: vec2u;

// The steps before `t` that have a mark.
fn before(t: u32) -> u32 {
  let own = t >> 5u;
  var sum = countOneBits(atomicLoad(&marks[own]) & ((1u << (t & 31u)) - 1u));
  for (var word = 0u; word < own; word++) { sum += countOneBits(atomicLoad(&marks[word])); }
  return sum;
}

fn isPreamble(t: u32) -> bool {
  let p = vec4f(m[t], m[t + chips[2]], m[t + chips[7]], m[t + chips[9]]);
  if (p.x + p.y < LEAST_DIP * m[t + chips[1]] || p.z + p.w < LEAST_DIP * m[t + chips[8]]) { return false; }
  let gaps = m[t + chips[4]] + m[t + chips[5]] + m[t + chips[11]] + m[t + chips[12]] + m[t + chips[13]] + m[t + chips[14]];
  let pulses = (p.x + p.y + p.z + p.w) / 4.0;
  return pulses > 0.0 && pulses >= LEAST_RATIO * (gaps / 6.0) && all(p >= vec4f(LEAST_PULSE * pulses));
}

const WORDS = 16u; // of marks: a workgroup has at most 512 steps

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let b = group.y;
  if (b * BLOCK >= page.own) { return; }
  let size = min(BLOCK, page.own - b * BLOCK);
  let end = (size * UP + DOWN - 1u) / DOWN;
  if (group.x * TILE >= end + REST) { return; }
  let first = b * BLOCK + group.x * TILE / UP * DOWN;
  for (var word = i; word < WORDS; word += GROUP) { atomicStore(&marks[word], 0u); }
  for (var n = i; n < SAMPLES; n += GROUP) { x[n] = rawSample(first + n) - offsets[b]; }
  if (FORMAT == 0u) {
    // The samples from the middle of the first taps on, up to the samples of the next workgroup or the next block.
    let own = first + TAPS / 2u;
    let next = min(own + TILE / UP * DOWN, b * BLOCK + TAPS / 2u + size);
    var broken = 0u;
    for (var n = own + i; n < next; n += GROUP) { broken += u32(!isFiniteSample(n)); }
    if (broken > 0u) { atomicAdd(&counts[2], broken); }
  }
  workgroupBarrier();
  for (var s = i; s < SPAN; s += GROUP) {
    let at = s / UP * DOWN;
    let row = s % UP * TAPS;
    var y = vec2f(0.0);
    for (var k = 0u; k < TAPS; k++) {
      let tap = taps[row + k];
      let value = x[at + k];
      y += vec2f(tap.x * value.x - tap.y * value.y, tap.x * value.y + tap.y * value.x);
    }
    m[s] = length(y);
  }
  workgroupBarrier();
  for (var t = i; t < TILE; t += GROUP) {
    let g = group.x * TILE + t;
    if (g >= end + REST) { break; }
    magnitudes[b * (STRIDE + REST) + g] = m[t];
    if (g < end && isPreamble(t)) { atomicOr(&marks[t >> 5u], 1u << (t & 31u)); }
  }
  workgroupBarrier();
  if (i == 0u) {
    var count = 0u;
    for (var word = 0u; word < WORDS; word++) { count += countOneBits(atomicLoad(&marks[word])); }
    run = vec2u(0u, count);
    if (count > 0u) { run.x = atomicAdd(&counts[0], count); }
    runs[b * TILES + group.x] = run;
  }
  let place = workgroupUniformLoad(&run).x;
  for (var t = i; t < TILE; t += GROUP) {
    if ((atomicLoad(&marks[t >> 5u]) & (1u << (t & 31u))) == 0u) { continue; }
    let own = place + before(t);
    if (own < CAPACITY) { starts[own] = b * STRIDE + group.x * TILE + t; }
  }
}

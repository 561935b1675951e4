// Antipodal bits in noise, y[k] = 2b[k] − 1 + σ·w[k], and L[k] = 2y[k]/σ². w comes from Philox(k mod Q, frame; seed),
// Q = ceil(SENT/4). One invocation per four bits k, k + Q, k + 2Q, k + 3Q of a frame. Needs lib/random, lib/phasor.
override LANES: u32;    // invocations per workgroup along a frame
override ROWS: u32;     // frames per workgroup
override SENT: u32;     // bits in a frame
override WORDS: u32;    // words in a frame
override RECEIVED: u32; // 1: writes `received` too
const STREAM = 17u;     // of random numbers
struct Params {
  firstFrame: u32,
  frames: u32,
  seed: u32,
  sigma: f32,     // σ
  slope: f32,     // 2/σ²
  amplitude: f32, // of a received bit
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;
@group(0) @binding(1) var<storage, read_write> llr: array<f32>;
@group(0) @binding(2) var<storage, read_write> received: array<f32>;
@group(0) @binding(3) var<uniform> params: Params;

@compute @workgroup_size(LANES, ROWS)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let quarter = (SENT + 3u) / 4u;
  let frame = id.y;
  if (id.x >= quarter || frame >= params.frames) { return; }
  let words = philox(vec4u(id.x, params.firstFrame + frame, 0u, 0u), vec2u(params.seed, STREAM));
  let noise = vec4f(normals(words.xy), normals(words.zw));
  for (var i = 0u; i < 4u; i++) {
    let k = i * quarter + id.x;
    if (k >= SENT) { return; }
    let sign = f32((bits[frame * WORDS + k / 32u] >> (k % 32u)) & 1u) * 2.0 - 1.0;
    let y = sign + params.sigma * noise[i];
    llr[frame * SENT + k] = params.slope * y;
    if (RECEIVED == 1u) { received[frame * SENT + k] = params.amplitude * y; }
  }
}

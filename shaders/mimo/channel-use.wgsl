// Channel uses y = Hs + w: symbols s of the sent bits, and noise w of variance N0. H has complex Gaussian entries with E|h|² = 1,
// or is the identity, with zeros in the rows beyond M. Entries correlate as ρ^|Δ| along rows and columns; with independent g,
// H[r][c] = ρH[r−1][c] + ρH[r][c−1] − ρ²H[r−1][c−1] + (1 − ρ²)g.
// One invocation per use, row by row. Needs lib/axis, lib/random, lib/phasor.
override GROUP: u32;     // invocations per workgroup
override ANTENNAS: u32;  // M, 1 … 8
override RECEIVERS: u32; // N, M … 16
override AXIS_BITS: u32; // bits of an axis, B/2
override UNIT: f32;      // half the distance of levels
override POWER_CONTROL: bool; // scales each column of H to the mean square 1
override FADING: bool;   // else H is the identity
const CHANNEL = 32u;     // streams of random numbers
const NOISE = 33u;
struct Params {
  firstFrame: u32,
  usesPerFrame: u32,
  uses: u32,        // in the page
  words: u32,       // in a frame of bits
  coherence: u32,   // uses of a frame in a row that have the same H
  seed: u32,
  correlation: f32, // ρ
  fresh: f32,       // √(1 − ρ²)
  sigma: f32,       // of the noise's real part
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;               // [frame][words]
@group(0) @binding(1) var<storage, read_write> channel: array<vec2f>;    // [use][N][M]
@group(0) @binding(2) var<storage, read_write> received: array<vec2f>;   // [use][N]
@group(0) @binding(3) var<uniform> params: Params;

// The level of an axis whose bits are every second one from `at` on.
fn level(row: u32, at: u32) -> f32 {
  var label = 0u;
  for (var i = 0u; i < AXIS_BITS; i++) {
    let bit = at + 2u * i;
    label = 2u * label + ((bits[row + bit / 32u] >> (bit % 32u)) & 1u);
  }
  return axisLevel(levelOfGray(label ^ ((1u << AXIS_BITS) - 1u)), 1u << AXIS_BITS, UNIT);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let at = (group.x + 32768u * group.y) * GROUP + lane;
  if (at >= params.uses) { return; }
  let frame = at / params.usesPerFrame;
  let use_ = at % params.usesPerFrame;
  let number = params.firstFrame + frame;
  var symbols = array<vec2f, 8>();
  for (var m = 0u; m < ANTENNAS; m++) {
    let first = (use_ * ANTENNAS + m) * 2u * AXIS_BITS;
    symbols[m] = vec2f(level(frame * params.words, first), level(frame * params.words, first + 1u));
  }
  let rho = params.correlation;
  var above = array<vec2f, 8>(); // the row before
  var energies = array<f32, 8>(); // of H's columns
  var words = vec4u();
  for (var r = 0u; r < RECEIVERS; r++) {
    var sum = vec2f();
    var left = vec2f();
    var corner = vec2f();
    for (var c = 0u; c < ANTENNAS; c++) {
      var h = vec2f(f32(r == c), 0.0);
      if (FADING) {
        let entry = r * ANTENNAS + c;
        if (entry % 2u == 0u) {
          words = philox(vec4u(use_ / params.coherence, number, entry / 2u, 0u), vec2u(params.seed, CHANNEL));
        }
        let gain = select(params.fresh, 1.0, r == 0u) * select(params.fresh, 1.0, c == 0u);
        h = 0.7071067811865476 * gain * normals(select(words.xy, words.zw, entry % 2u == 1u));
        h += rho * (above[c] + left) - rho * rho * corner;
        corner = above[c];
        left = h;
        above[c] = h;
        energies[c] += dot(h, h);
      }
      channel[(at * RECEIVERS + r) * ANTENNAS + c] = h;
      let s = symbols[c];
      sum += vec2f(h.x * s.x - h.y * s.y, h.x * s.y + h.y * s.x);
    }
    let random = philox(vec4u(use_, number, r / 2u, 0u), vec2u(params.seed, NOISE));
    received[at * RECEIVERS + r] = sum + params.sigma * normals(select(random.xy, random.zw, r % 2u == 1u));
  }
  if (!(POWER_CONTROL && FADING)) { return; }
  for (var r = 0u; r < RECEIVERS; r++) {
    for (var c = 0u; c < ANTENNAS; c++) {
      let place = (at * RECEIVERS + r) * ANTENNAS + c;
      let change = (sqrt(f32(RECEIVERS) / energies[c]) - 1.0) * channel[place];
      let s = symbols[c];
      channel[place] += change;
      received[at * RECEIVERS + r] += vec2f(change.x * s.x - change.y * s.y, change.x * s.y + change.y * s.x);
    }
  }
}

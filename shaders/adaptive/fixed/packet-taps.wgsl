// Taps of an equalizer from each packet's channel, w = argmin |A·w − e|² with A = [σI; Hᴴ], whose normal equations are (HHᴴ + σ²I)·w = H_δ.
// Row d of Hᴴ, conj(h[δ − i − SPS·d]) in column i, belongs to symbol d; rows of fed-back symbols are left out; e is 1 in row 0. Rows come from
// left to right, so R of the QR factorization is a band of WIDTH columns, and a row takes WIDTH Givens rotations. The condition of A is the
// square root of the normal equations', which float32 could not solve at a high SNR. b[j] = −H_(−j)ᴴ·w, and 1 − J = |Qᴴe|².
// One invocation per packet. Needs lib/complex.
override GROUP: u32;    // invocations per workgroup
override SPS: u32;      // samples per symbol
override FORWARD: u32;  // N
override FEEDBACK: u32; // Nb
override TAPS: u32;     // L + 1
override WIDTH: u32;    // least of TAPS and FORWARD
override UNBIASED: u32; // 1: the scale is 1, not 1 − J
struct Params {
  packets: u32,
  delay: i32,    // δ, samples
  sigma: f32,    // standard deviation of the noise
  ridge: f32,    // least σ, in units of the channel's root mean square
}
@group(0) @binding(0) var<storage, read> channel: array<vec2f>;         // [tap][packet]
@group(0) @binding(1) var<storage, read_write> factor: array<vec2f>;    // R from the diagonal on and the next row: [N + 1][WIDTH][packet]
@group(0) @binding(2) var<storage, read_write> taps: array<vec2f>;      // [w, b][packet]
@group(0) @binding(3) var<storage, read_write> scales: array<f32>;      // [packet]
@group(0) @binding(4) var<uniform> params: Params;

fn at(row: u32, l: u32, packet: u32) -> u32 {
  return (row * WIDTH + l) * params.packets + packet;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let packets = params.packets;
  var power = 0.0;
  for (var l = 0u; l < TAPS; l++) {
    let h = channel[l * packets + packet];
    power += dot(h, h);
  }
  let sigma = max(params.sigma, params.ridge * sqrt(power));
  for (var j = 0u; j < FORWARD; j++) {
    for (var l = 0u; l < WIDTH; l++) { factor[at(j, l, packet)] = vec2f(select(0.0, sigma, l == 0u), 0.0); }
    taps[j * packets + packet] = vec2f(); // Qᴴe
  }
  let memory = i32(TAPS) - 1;
  let symbols = (memory + i32(FORWARD) - 1) / i32(SPS) + 1;
  let newest = params.delay / i32(SPS);
  for (var row = 0; row < symbols; row++) {
    let d = newest - row;
    if (d < 0 && d >= -i32(FEEDBACK)) { continue; }
    // The row's entries are h from column `left` on, of which columns `first` to `end` − 1 are in the matrix.
    let left = params.delay - memory - i32(SPS) * d;
    let first = u32(max(left, 0));
    let end = u32(clamp(left + memory + 1, 0, i32(FORWARD)));
    for (var j = first; j < end; j++) {
      factor[at(FORWARD, j - first, packet)] = conj(channel[u32(left + memory - i32(j)) * packets + packet]);
    }
    var rest = vec2f(select(0.0, 1.0, d == 0), 0.0);
    for (var j = first; j < end; j++) {
      let x = factor[at(FORWARD, j - first, packet)];
      let diagonal = factor[at(j, 0u, packet)].x;
      let length = sqrt(diagonal * diagonal + dot(x, x));
      if (length == 0.0) { continue; }
      let c = diagonal / length;
      let s = x / length;
      for (var i = 0u; i < end - j; i++) {
        let upper = factor[at(j, i, packet)];
        let lower = factor[at(FORWARD, j - first + i, packet)];
        factor[at(j, i, packet)] = c * upper + mulConj(lower, s);
        factor[at(FORWARD, j - first + i, packet)] = c * lower - mul(s, upper);
      }
      let right = taps[j * packets + packet];
      taps[j * packets + packet] = c * right + mulConj(rest, s);
      rest = c * rest - mul(s, right);
    }
  }
  var scale = 0.0;
  for (var j = FORWARD; j > 0u; j--) {
    var w = taps[(j - 1u) * packets + packet];
    scale += dot(w, w);
    for (var i = 1u; i < WIDTH && j - 1u + i < FORWARD; i++) {
      w -= mul(factor[at(j - 1u, i, packet)], taps[(j - 1u + i) * packets + packet]);
    }
    taps[(j - 1u) * packets + packet] = w / factor[at(j - 1u, 0u, packet)].x;
  }
  // A channel that does not reach the samples has the scale 0, by which nothing can be divided.
  scales[packet] = select(max(scale, 1e-30), 1.0, UNBIASED == 1u);
  for (var j = 1u; j <= FEEDBACK; j++) {
    var b = vec2f();
    for (var i = 0u; i < FORWARD; i++) {
      let l = params.delay - i32(i) + i32(SPS * j);
      if (l >= 0 && l <= memory) { b -= mulConj(taps[i * packets + packet], channel[u32(l) * packets + packet]); }
    }
    taps[(FORWARD + j - 1u) * packets + packet] = b;
  }
}

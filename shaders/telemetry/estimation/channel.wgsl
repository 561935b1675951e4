// Channel and noise, ĥ = (X†X)^{−1}X†·r̃ (2.11) and σ̂² = |r̃ − Xĥ|² / (2(ROWS − TAPS)) (2.14); X[n, c] = p(n − c).
// One workgroup per slot: GROUP / TAPS invocations share a tap, then each takes rows of the residual.
// Needs lib/complex.
override GROUP: u32;         // invocations per workgroup, a power of two of at least TAPS
override TAPS: u32;          // columns of X
override ROWS: u32;          // rows of X
override FIRST_ROW: u32;     // the first row's sample of the packet
override PILOT: u32;         // known samples, ROWS + TAPS − 1
override WINDOW_LENGTH: u32;
override WINDOW_ORIGIN: u32; // index of packet sample 0 in the window
@group(0) @binding(0) var<storage, read> window: array<vec2f>;
@group(0) @binding(1) var<storage, read> pilot: array<vec2f>;
@group(0) @binding(2) var<storage, read> inverse: array<vec2f>; // (X†X)^{−1}X†, [row of X][tap]
@group(0) @binding(3) var<storage, read_write> impulse: array<vec2f>;
@group(0) @binding(4) var<storage, read_write> noise: array<f32>;

var<workgroup> received: array<vec2f, ROWS>;
var<workgroup> known: array<vec2f, PILOT>;
var<workgroup> partial: array<vec2f, GROUP>;
var<workgroup> estimate: array<vec2f, TAPS>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = group.x;
  let first = slot * WINDOW_LENGTH + WINDOW_ORIGIN + FIRST_ROW;
  for (var i = local; i < ROWS; i += GROUP) { received[i] = window[first + i]; }
  for (var i = local; i < PILOT; i += GROUP) { known[i] = pilot[i]; }
  workgroupBarrier();

  let shares = GROUP / TAPS;
  let tap = local % TAPS;
  var sum = vec2f(0.0);
  for (var row = local / TAPS; row < ROWS && local < shares * TAPS; row += shares) {
    sum += mul(inverse[row * TAPS + tap], received[row]);
  }
  partial[local] = sum;
  workgroupBarrier();
  if (local < TAPS) {
    var h = vec2f(0.0);
    for (var share = 0u; share < shares; share++) { h += partial[share * TAPS + local]; }
    estimate[local] = h;
    impulse[slot * TAPS + local] = h;
  }
  workgroupBarrier();

  var squares = 0.0;
  for (var row = local; row < ROWS; row += GROUP) {
    var e = received[row];
    for (var c = 0u; c < TAPS; c++) { e -= mul(known[row + TAPS - 1 - c], estimate[c]); }
    squares += dot(e, e);
  }
  partial[local] = vec2f(squares, 0.0);
  for (var half = GROUP / 2; half > 0; half /= 2) {
    workgroupBarrier();
    if (local < half) { partial[local] += partial[local + half]; }
  }
  if (local == 0) { noise[slot] = partial[0].x / f32(2 * (ROWS - TAPS)); }
}

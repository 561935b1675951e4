// Taps of the decision-feedback equalizer from a packet's channel estimate. SOQPSK is the sum of two real streams that turn by j per bit, with
// pulses p0 and p1 (soqpsk/principal-pulses.ts), so the received samples are Σ j^k·[ã(k)·q0(n − 2k) + ã(k−1)ã(k)ã(k+1)·q1(n − 2k)] + noise with
// q = ĥ ∗ p. In the frame of a bit, u = [Re; −Im] of FORWARD samples is a real vector. Bit i before it contributes the vector x0(i), its product
// x1(i). A = Σ x·xᵀ over what is not fed back + σ²/2·I; A·w = x0(0), b(i) = −wᵀx0(i) and c(i) = −wᵀx1(i) for what is.
// One workgroup per packet, one invocation per row of A, which lies in workgroup memory as a packed lower triangle: A = L·D·Lᵀ, then back substitution.
override FORWARD: u32;   // taps of the forward filter
override ADVANCE: u32;   // δ: the samples from a bit's own to the newest one that it uses
override FEEDBACK: u32;  // fed-back bits
override CHANNEL: u32;   // taps of ĥ
override EARLIEST: u32;  // ĥ's first tap is at −EARLIEST
override PULSE: u32;     // samples of a pulse, from −REACH on
override REACH: u32;
override GROUP: u32;     // 2·FORWARD
struct Params { factor: f32, least: f32, }
@group(0) @binding(0) var<storage, read> impulse: array<vec2f>;          // ĥ, [slot][CHANNEL]
@group(0) @binding(1) var<storage, read> noise: array<f32>;              // σ̂² per real dimension, [slot]
@group(0) @binding(2) var<storage, read> pulses: array<vec2f>;           // (p0, p1), [PULSE]
@group(0) @binding(3) var<storage, read_write> taps: array<vec2f>;       // w, [slot][FORWARD]
@group(0) @binding(4) var<storage, read_write> feedback: array<vec2f>;   // (b(i), c(i + 1)) for i = 1 … FEEDBACK, [slot][FEEDBACK]
@group(0) @binding(5) var<uniform> params: Params;

var<workgroup> q: array<vec4f, CHANNEL + PULSE - 1>; // (q0, q1)
var<workgroup> matrix: array<f32, GROUP * (GROUP + 1) / 2>;
var<workgroup> right: array<f32, GROUP>;             // x0(0), then the solution
var<workgroup> moving: array<vec2f, GROUP>;

// (x0(i), x1(i)) of a row.
fn contribution(i: i32, row: u32) -> vec2f {
  let n = i32(ADVANCE) - i32(row % FORWARD) + 2 * i + i32(EARLIEST + REACH);
  if (n < 0 || n >= i32(CHANNEL + PULSE - 1u)) { return vec2f(); }
  let both = q[n];
  // (−j)^i, then Re or −Im.
  let quarter = u32(i & 3);
  let isImaginary = row >= FORWARD;
  let value = select(both.xz, both.yw, (quarter & 1u) == u32(!isImaginary));
  let isNegative = (quarter == 2u || quarter == 3u) != (isImaginary && (quarter & 1u) == 0u);
  return select(value, -value, isNegative);
}

// Which of its two streams are fed back.
fn isFedBack(i: i32) -> vec2<bool> {
  let last = i32(FEEDBACK);
  return vec2(i >= 1 && i <= last, i >= 2 && i < last);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) row: u32) {
  let slot = group.x;
  for (var n = row; n < CHANNEL + PULSE - 1u; n += GROUP) {
    var sum = vec4f();
    for (var l = max(n, PULSE - 1u) - (PULSE - 1u); l <= min(n, CHANNEL - 1u); l++) {
      let h = impulse[slot * CHANNEL + l];
      let p = pulses[n - l];
      sum += vec4f(h * p.x, h * p.y);
    }
    q[n] = sum;
  }
  let own = row * (row + 1u) / 2u;
  for (var j = 0u; j < row; j++) { matrix[own + j] = 0.0; }
  matrix[own + row] = max(params.factor * noise[slot], params.least);
  workgroupBarrier();
  right[row] = contribution(0, row).x;
  // All bits that reach the samples.
  let latest = (i32(CHANNEL + PULSE + FORWARD) - i32(ADVANCE + EARLIEST + REACH)) / 2 + 1;
  for (var i = -i32(ADVANCE + EARLIEST + REACH) / 2; i <= latest; i++) {
    let x = select(contribution(i, row), vec2f(), isFedBack(i));
    moving[row] = x;
    workgroupBarrier();
    for (var j = 0u; j <= row; j++) { matrix[own + j] += dot(x, moving[j]); }
    workgroupBarrier();
  }
  // Below the diagonal, column k keeps L(row, k)·D(k) until row k is used up.
  for (var k = 0u; k < GROUP - 1u; k++) {
    let pivot = k * (k + 1u) / 2u + k;
    if (row > k) {
      let l = matrix[own + k] / matrix[pivot];
      for (var j = k + 1u; j <= row; j++) { matrix[own + j] -= l * matrix[j * (j + 1u) / 2u + k]; }
      right[row] -= l * right[k];
    }
    workgroupBarrier();
  }
  right[row] /= matrix[own + row];
  let diagonal = matrix[own + row];
  workgroupBarrier();
  for (var k = GROUP - 1u; k > 0u; k--) {
    if (row < k) { right[row] -= matrix[k * (k + 1u) / 2u + row] / diagonal * right[k]; }
    workgroupBarrier();
  }
  if (row < FORWARD) { taps[slot * FORWARD + row] = vec2f(right[row], right[row + FORWARD]); }
  if (row < FEEDBACK) {
    let i = i32(row) + 1;
    var sum = vec2f();
    for (var j = 0u; j < GROUP; j++) {
      sum -= right[j] * vec2f(contribution(i, j).x, contribution(i + 1, j).y);
    }
    feedback[slot * FEEDBACK + row] = select(vec2f(sum.x, 0.0), sum, isFedBack(i + 1).y);
  }
}

// The exchange between two stages of lib/fft, whole points at once: 128·GROUP bytes of workgroup storage, 16 KiB at
// GROUP = 128. Between transforms a kernel may borrow `exchange` (behind a workgroupBarrier) for its own sums. Needs
// lib/exchange-scatter.
var<workgroup> exchange: array<vec2f, 16 * GROUP>;
alias Scattered = Points;

// x[k] is output k of butterfly b = q + s·m and goes to point q + s·(16m + k); the result holds points b + (N/16)·j.
fn exchanged(i: u32, s: u32, x: Points) -> Points {
  let lanes = fftLanes();
  let b = i % lanes;
  let first = (i - b) * 16u; // of this transform in `exchange`
  let to = bank(first + b + 15u * (b - b % s));
  let at = bank(first + b);
  workgroupBarrier(); // the last exchange has been read
  scatter(to, s, x);
  workgroupBarrier();
  return Points(
    exchange[at], exchange[at ^ bank(lanes)], exchange[at ^ bank(2u * lanes)], exchange[at ^ bank(3u * lanes)],
    exchange[at ^ bank(4u * lanes)], exchange[at ^ bank(5u * lanes)], exchange[at ^ bank(6u * lanes)],
    exchange[at ^ bank(7u * lanes)], exchange[at ^ bank(8u * lanes)], exchange[at ^ bank(9u * lanes)],
    exchange[at ^ bank(10u * lanes)], exchange[at ^ bank(11u * lanes)], exchange[at ^ bank(12u * lanes)],
    exchange[at ^ bank(13u * lanes)], exchange[at ^ bank(14u * lanes)], exchange[at ^ bank(15u * lanes)],
  );
}

// A kernel's own numbers in the borrowed storage.
fn lend(i: u32, value: f32) {
  exchange[i] = vec2f(value, 0.0);
}

fn lent(i: u32) -> f32 {
  return exchange[i].x;
}

// Scatters points so that neighbouring invocations use different memory banks: within 16 places, by higher address
// bits. Since all bits are combined by exclusive or, bank(a + b) = bank(a) ^ bank(b) where a and b have no bit in
// common.
fn bank(at: u32) -> u32 {
  return at ^ (((at >> 4u) ^ (at >> 7u)) & 15u);
}

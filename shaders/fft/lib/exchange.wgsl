// The exchange between two stages of lib/fft, whole points at once: 128·GROUP bytes of workgroup storage, 16 KiB at
// GROUP = 128. Between transforms a kernel may borrow `exchange` (behind a workgroupBarrier) for its own sums.
// Needs lib/exchange-sixteen.
var<workgroup> exchange: array<vec2f, 16 * GROUP>;

alias Sixteen = Points;

// x[k] is output k of butterfly b = q + s·m and goes to point q + s·(16m + k); the result holds points b + (N/16)·j.
fn exchanged(i: u32, s: u32, x: Points) -> Points {
  let b = i % fftLanes();
  let first = (i - b) * 16u; // of this transform in `exchange`
  let to = bank(first + b + 15u * (b - b % s));
  let at = bank(first + b);
  workgroupBarrier(); // the last exchange has been read
  putSixteen(to, s, x);
  workgroupBarrier();
  return takeSixteen(at);
}

// Scatters points so that neighbouring invocations use different memory banks: within 16 places, by higher address
// bits. Since all bits are combined by exclusive or, bank(a + b) = bank(a) ^ bank(b) where a and b have no bit in
// common.
fn bank(at: u32) -> u32 {
  return at ^ (((at >> 4u) ^ (at >> 7u)) & 15u);
}

// The exchange between two stages of lib/fft, all real parts and then all imaginary parts: 64·GROUP bytes of workgroup
// storage, half of what lib/exchange takes. Needs lib/exchange-parts, lib/exchange-scatter.
var<workgroup> exchange: array<f32, 16 * GROUP>;

// x[k] is output k of butterfly b = q + s·m and goes to point q + s·(16m + k); the result holds points b + (N/16)·j.
fn exchanged(i: u32, s: u32, x: Points) -> Points {
  let b = i % fftLanes();
  let first = (i - b) * 16u; // of this transform in `exchange`
  let to = bank(first + b + 15u * (b - b % s));
  let at = bank(first + b);
  return complexPoints(exchangedReals(to, s, at, realParts(x)), exchangedReals(to, s, at, imaginaryParts(x)));
}

fn exchangedReals(to: u32, s: u32, at: u32, x: Whole) -> Whole {
  let lanes = fftLanes();
  workgroupBarrier(); // the last exchange has been read
  putParts(to, s, x);
  workgroupBarrier();
  return Whole(
    exchange[at], exchange[at ^ bank(lanes)], exchange[at ^ bank(2u * lanes)], exchange[at ^ bank(3u * lanes)],
    exchange[at ^ bank(4u * lanes)], exchange[at ^ bank(5u * lanes)], exchange[at ^ bank(6u * lanes)],
    exchange[at ^ bank(7u * lanes)], exchange[at ^ bank(8u * lanes)], exchange[at ^ bank(9u * lanes)],
    exchange[at ^ bank(10u * lanes)], exchange[at ^ bank(11u * lanes)], exchange[at ^ bank(12u * lanes)],
    exchange[at ^ bank(13u * lanes)], exchange[at ^ bank(14u * lanes)], exchange[at ^ bank(15u * lanes)],
  );
}

// A kernel's own numbers in the storage, borrowed between transforms.
fn lend(i: u32, value: f32) {
  exchange[i] = value;
}

fn lent(i: u32) -> f32 {
  return exchange[i];
}

// Scatters numbers so that neighbouring invocations, of one transform or of neighbouring ones, use different memory
// banks: within 32 places, by higher address bits, which hold the number of the transform too. Since all bits are
// combined by exclusive or, bank(a + b) = bank(a) ^ bank(b) where a and b have no bit in common.
fn bank(at: u32) -> u32 {
  let high = ((at >> 5u) ^ (at >> firstLeadingBit(GROUP))) & 15u;
  return at ^ high ^ (high << 1u);
}

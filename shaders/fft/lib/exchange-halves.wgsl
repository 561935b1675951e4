// The exchange between two stages of lib/fft in four rounds, half of all real parts, then the other half, then the
// imaginary parts in the same way: 32·GROUP bytes of workgroup storage, a quarter of what lib/exchange takes. For one
// transform per workgroup: N = 16·GROUP. Needs lib/exchange-parts, lib/exchange-scatter.
var<workgroup> exchange: array<f32, 8 * GROUP>;
alias Scattered = Whole;

alias Half = array<f32, 8>;

// x[k] is output k of butterfly b = q + s·m and goes to point q + s·(16m + k); the result holds points b + (N/16)·j.
fn exchanged(b: u32, s: u32, x: Points) -> Points {
  return complexPoints(exchangedReals(b, s, realParts(x)), exchangedReals(b, s, imaginaryParts(x)));
}

// Exchanges the points of the lower half of all b, which are the lower half of all points; then the points of the upper half.
fn exchangedReals(b: u32, s: u32, x: Whole) -> Whole {
  let isLower = b < GROUP / 2u;
  let to = bank(b + 15u * (b - b % s)) % (8u * GROUP);
  workgroupBarrier(); // the last exchange has been read
  if (isLower) { scatter(to, s, x); }
  workgroupBarrier();
  let lower = taken(bank(b));
  workgroupBarrier();
  if (!isLower) { scatter(to, s, x); }
  workgroupBarrier();
  let upper = taken(bank(b));
  return Whole(
    lower[0], lower[1], lower[2], lower[3], lower[4], lower[5], lower[6], lower[7],
    upper[0], upper[1], upper[2], upper[3], upper[4], upper[5], upper[6], upper[7],
  );
}

fn taken(at: u32) -> Half {
  return Half(
    exchange[at], exchange[at ^ bank(GROUP)], exchange[at ^ bank(2u * GROUP)], exchange[at ^ bank(3u * GROUP)],
    exchange[at ^ bank(4u * GROUP)], exchange[at ^ bank(5u * GROUP)], exchange[at ^ bank(6u * GROUP)],
    exchange[at ^ bank(7u * GROUP)],
  );
}

// A kernel's own numbers in the storage, borrowed between transforms.
fn lend(i: u32, value: f32) {
  exchange[i] = value;
}

fn lent(i: u32) -> f32 {
  return exchange[i];
}

// Scatters numbers so that neighbouring invocations use different memory banks: within 32 places, by higher address
// bits. Since all bits are combined by exclusive or, bank(a + b) = bank(a) ^ bank(b) where a and b have no bit in
// common.
fn bank(at: u32) -> u32 {
  let high = (at >> 5u) & 15u;
  return at ^ high ^ (high << 1u);
}

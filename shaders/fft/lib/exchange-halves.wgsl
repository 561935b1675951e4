// The exchange between two stages of lib/fft in four rounds, half of all real parts, then the other half, then the
// imaginary parts in the same way: 32·GROUP bytes of workgroup storage, a quarter of what lib/exchange takes. For one
// transform per workgroup: N = 16·GROUP.
var<workgroup> exchange: array<f32, 8 * GROUP>;

alias Half = array<f32, 8>;
alias Whole = array<f32, 16>;

// x[k] is output k of butterfly b = q + s·m and goes to point q + s·(16m + k); the result holds points b + (N/16)·j.
fn exchanged(b: u32, s: u32, x: Points) -> Points {
  let re = exchangedReals(b, s, Whole(
    x[0].x, x[1].x, x[2].x, x[3].x, x[4].x, x[5].x, x[6].x, x[7].x, x[8].x, x[9].x, x[10].x, x[11].x, x[12].x,
    x[13].x, x[14].x, x[15].x,
  ));
  let im = exchangedReals(b, s, Whole(
    x[0].y, x[1].y, x[2].y, x[3].y, x[4].y, x[5].y, x[6].y, x[7].y, x[8].y, x[9].y, x[10].y, x[11].y, x[12].y,
    x[13].y, x[14].y, x[15].y,
  ));
  return Points(
    vec2f(re[0], im[0]), vec2f(re[1], im[1]), vec2f(re[2], im[2]), vec2f(re[3], im[3]), vec2f(re[4], im[4]),
    vec2f(re[5], im[5]), vec2f(re[6], im[6]), vec2f(re[7], im[7]), vec2f(re[8], im[8]), vec2f(re[9], im[9]),
    vec2f(re[10], im[10]), vec2f(re[11], im[11]), vec2f(re[12], im[12]), vec2f(re[13], im[13]),
    vec2f(re[14], im[14]), vec2f(re[15], im[15]),
  );
}

// Exchanges the points of the lower half of all b, which are the lower half of all points; then the points of the upper half.
fn exchangedReals(b: u32, s: u32, x: Whole) -> Whole {
  let isLower = b < GROUP / 2u;
  let to = bank(b + 15u * (b - b % s)) % (8u * GROUP);
  workgroupBarrier(); // the last exchange has been read
  if (isLower) { put(to, s, x); }
  workgroupBarrier();
  let lower = taken(bank(b));
  workgroupBarrier();
  if (!isLower) { put(to, s, x); }
  workgroupBarrier();
  let upper = taken(bank(b));
  return Whole(
    lower[0], lower[1], lower[2], lower[3], lower[4], lower[5], lower[6], lower[7],
    upper[0], upper[1], upper[2], upper[3], upper[4], upper[5], upper[6], upper[7],
  );
}

fn put(to: u32, s: u32, x: Whole) {
  exchange[to] = x[0];
  exchange[to ^ bank(s)] = x[1];
  exchange[to ^ bank(2u * s)] = x[2];
  exchange[to ^ bank(3u * s)] = x[3];
  exchange[to ^ bank(4u * s)] = x[4];
  exchange[to ^ bank(5u * s)] = x[5];
  exchange[to ^ bank(6u * s)] = x[6];
  exchange[to ^ bank(7u * s)] = x[7];
  exchange[to ^ bank(8u * s)] = x[8];
  exchange[to ^ bank(9u * s)] = x[9];
  exchange[to ^ bank(10u * s)] = x[10];
  exchange[to ^ bank(11u * s)] = x[11];
  exchange[to ^ bank(12u * s)] = x[12];
  exchange[to ^ bank(13u * s)] = x[13];
  exchange[to ^ bank(14u * s)] = x[14];
  exchange[to ^ bank(15u * s)] = x[15];
}

fn taken(at: u32) -> Half {
  return Half(
    exchange[at], exchange[at ^ bank(GROUP)], exchange[at ^ bank(2u * GROUP)], exchange[at ^ bank(3u * GROUP)],
    exchange[at ^ bank(4u * GROUP)], exchange[at ^ bank(5u * GROUP)], exchange[at ^ bank(6u * GROUP)],
    exchange[at ^ bank(7u * GROUP)],
  );
}

// Scatters numbers so that neighbouring invocations use different memory banks: within 32 places, by higher address
// bits. Since all bits are combined by exclusive or, bank(a + b) = bank(a) ^ bank(b) where a and b have no bit in
// common.
fn bank(at: u32) -> u32 {
  let high = (at >> 5u) & 15u;
  return at ^ high ^ (high << 1u);
}

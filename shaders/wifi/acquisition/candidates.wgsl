// Candidates n: PLATEAU bits from n on are 1, and no such plateau begins in the GAP samples before n. Another signal may hold the bits at 1
// for long. So n is a candidate too if this is true of the bits where the energy has risen, and no other candidate is among
// the LATE samples before n. One invocation per word of 32 bits, which has one candidate at most. Three tasks list them in
// order: each workgroup counts its own, one workgroup adds up the counts, and each workgroup writes its candidates from its place on.
// The rule looks at a fixed stretch around a sample, so that the list does not depend on where pages begin.
// Needs lib/prefix-sum, lib/dispatch-groups.
override GROUP: u32;    // invocations per workgroup, a power of two
override PLATEAU: u32;  // 1 … 32
override GAP: u32;      // a multiple of 32
override SEARCH: u32;   // a multiple of 32
override LATE: u32;     // a multiple of 32
override TASK: u32;     // in this order
const COUNT = 0u;
const ADD = 1u;
const LIST = 2u;
const NONE = 0xffffffffu;
struct Params {
  words: u32,
  lead: u32,     // samples before the page's own
  own: u32,      // samples whose candidates the page lists
  capacity: u32, // candidates
}
@group(0) @binding(0) var<storage, read> bits: array<u32>;                   // [2][word]: above the threshold, and risen
@group(0) @binding(1) var<storage, read_write> tiles: array<u32>;            // candidates of each workgroup, then of all before it
@group(0) @binding(2) var<storage, read_write> candidates: array<vec2u>;     // (sample, the next candidate or SEARCH later)
@group(0) @binding(3) var<storage, read_write> counts: array<u32>;           // listed candidates, dropped candidates
@group(0) @binding(4) var<storage, read_write> dispatches: array<u32>;
@group(0) @binding(5) var<uniform> params: Params;

fn word(row: u32, w: i32) -> u32 {
  if (w < 0 || u32(w) >= params.words) { return 0u; }
  return bits[row * params.words + u32(w)];
}

// The samples of a word at which plateaus begin.
fn plateaus(row: u32, w: i32) -> u32 {
  var low = word(row, w);
  var high = word(row, w + 1);
  for (var length = 1u; length < PLATEAU; ) {
    let more = min(length, PLATEAU - length);
    low &= (low >> more) | (high << (32u - more));
    high &= high >> more;
    length += more;
  }
  return low;
}

// The sample of a word at which a plateau begins after the gap, or NONE.
fn firstPlateau(row: u32, w: i32) -> u32 {
  let begins = plateaus(row, w);
  if (begins == 0u) { return NONE; }
  let bit = countTrailingZeros(begins);
  let words = i32(GAP / 32u);
  for (var j = 1; j < words; j++) {
    if (plateaus(row, w - j) != 0u) { return NONE; }
  }
  // Of the gap's first word, the bits from `bit` on count.
  if (plateaus(row, w - words) >> bit != 0u) { return NONE; }
  return 32u * u32(w) + bit;
}

// The sample of a word's candidate, or NONE.
fn candidateOf(w: i32) -> u32 {
  let n = firstPlateau(0u, w);
  if (n != NONE) { return n; }
  let rise = firstPlateau(1u, w);
  if (rise == NONE) { return NONE; }
  for (var j = 1; j <= i32(LATE / 32u); j++) {
    let other = firstPlateau(0u, w - j);
    if (other != NONE && rise - other <= LATE) { return NONE; }
  }
  return rise;
}

fn ownCandidate(w: u32) -> u32 {
  if (w >= params.words) { return NONE; }
  let n = candidateOf(i32(w));
  return select(NONE, n, n >= params.lead && n - params.lead < params.own);
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  let all = (params.words + GROUP - 1u) / GROUP;
  if (TASK == ADD) {
    var before = 0u;
    for (var first = 0u; first < all; first += GROUP) {
      let tile = first + i;
      var count = 0u;
      if (tile < all) { count = tiles[tile]; }
      let sums = prefixSum(i, count);
      if (tile < all) { tiles[tile] = before + sums.x; }
      before += sums.y;
    }
    if (i == 0u) {
      let listed = min(before, params.capacity);
      counts[0] = listed;
      counts[1] = before - listed;
      let each = dispatchGroups(listed);
      dispatches[0] = each.x;
      dispatches[1] = each.y;
      dispatches[2] = each.z;
    }
    return;
  }
  let tile = group.x + group.y * groups.x;
  let w = tile * GROUP + i;
  let n = ownCandidate(w);
  let sums = prefixSum(i, select(0u, 1u, n != NONE));
  if (tile >= all) { return; }
  if (TASK == COUNT) {
    if (i == 0u) { tiles[tile] = sums.y; }
  } else if (n != NONE && tiles[tile] + sums.x < params.capacity) {
    var end = n + SEARCH;
    for (var j = i32(SEARCH / 32u); j > 0; j--) {
      // NONE is the largest number.
      end = min(end, candidateOf(i32(w) + j));
    }
    candidates[tiles[tile] + sums.x] = vec2u(n, end);
  }
}

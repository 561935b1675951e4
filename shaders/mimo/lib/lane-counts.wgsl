// Sums over counts of the LANES invocations that share a channel use: `counts` is written by each, a barrier follows, and then all
// read it, four counts at once. Needs the overrides GROUP and LANES, and the place `at` of the use in the workgroup, `lane` in the use.
var<workgroup> counts: array<vec4u, (GROUP + 3u) / 4u>;

fn keepCount(index: u32, count: u32) { counts[index / 4u][index % 4u] = count; }

fn total() -> u32 {
  if (LANES == 1u) { return counts[at / 4u][at % 4u]; }
  if (LANES == 2u) { return counts[at / 2u][at % 2u * 2u] + counts[at / 2u][at % 2u * 2u + 1u]; }
  var sum = vec4u();
  for (var i = 0u; i < LANES / 4u; i++) { sum += counts[at * (LANES / 4u) + i]; }
  return sum.x + sum.y + sum.z + sum.w;
}

// Sums of what `counts` has: of the invocations before this one, and of all.
fn scanned() -> vec2u {
  if (LANES < 4u) {
    let other = counts[(at * LANES) / 4u][(at * LANES) % 4u];
    return vec2u(select(0u, other, lane > 0u), total());
  }
  let first = at * (LANES / 4u);
  var sums = vec2u();
  for (var i = 0u; i < LANES / 4u; i++) {
    let four = counts[first + i];
    let sum = four.x + four.y + four.z + four.w;
    sums += vec2u(select(0u, sum, i < lane / 4u), sum);
  }
  let own = select(vec4u(), counts[first + lane / 4u], vec4u(0u, 1u, 2u, 3u) < vec4u(lane % 4u));
  sums.x += own.x + own.y + own.z;
  return sums;
}

// Counts of a packet from several invocations: a workgroup has COLUMNS packets with PARTS invocations each. Needs params.packets and
// the binding counts, [4][packet]: wrong bits, wrong symbols, diverged, error · 2^20.
const COLUMNS = 8u;
const PARTS = 16u;
const ONE = 1048576.0;       // of the errors, 2^20
const DIVERGED = 1e12;       // |z|²

// What an invocation counts.
struct Part {
  wrongBits: u32,
  wrongSymbols: u32,
  diverged: u32, // 1 or 0
  steady: f32,   // Σ|a − z|² of the last quarter
  settled: u32,  // symbols in this sum
}

var<workgroup> parts: array<array<Part, COLUMNS>, PARTS>;

fn fixedPoint(sum: f32, count: u32) -> u32 {
  return u32(min(sum / f32(max(count, 1u)) * ONE + 0.5, 4294967000.0));
}

// Adds the parts in their order, and writes the sums. All invocations of a workgroup call it.
fn writeCounts(place: vec3u, own: Part, packet: u32, isWritten: bool) {
  parts[place.y][place.x] = own;
  workgroupBarrier();
  if (place.y > 0u || !isWritten) { return; }
  var sum = own;
  for (var part = 1u; part < PARTS; part++) {
    let other = parts[part][place.x];
    sum.wrongBits += other.wrongBits;
    sum.wrongSymbols += other.wrongSymbols;
    sum.diverged |= other.diverged;
    sum.steady += other.steady;
    sum.settled += other.settled;
  }
  counts[packet] = sum.wrongBits;
  counts[params.packets + packet] = sum.wrongSymbols;
  counts[2u * params.packets + packet] = sum.diverged;
  counts[3u * params.packets + packet] = fixedPoint(sum.steady, sum.settled);
}

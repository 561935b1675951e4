// Errors of equalized packets: wrong bits and symbols of symbols T … K − 1, and the mean of |a − z|² over the last quarter and over bins of
// symbols. Decisions are nearest points to z/scale. Estimates of blind equalizers are compared with the symbol that they follow, and turned
// back by multiples of 1/TURNS of a circle. One invocation per packet. Needs lib/complex, lib/phasor, lib/decision, lib/sent.
override GROUP: u32; // invocations per workgroup
override OWN: u32;   // 1: a scale per packet
override TURNS: u32; // symmetric turns of the constellation
override ALIGNED: u32; // 1: an alignment per packet
const ONE = 1048576.0;       // of the errors, 2^20
const DIVERGED = 1e12;       // |z|²
struct Params {
  packets: u32,
  symbols: u32,  // K
  training: u32, // T
  guard: u32,
  bin: u32,      // symbols per bin; 0: none
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;        // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;      // by label
@group(0) @binding(2) var<storage, read> labelOf: array<u32>;       // by the number of the nearest point
@group(0) @binding(3) var<storage, read> scales: array<f32>;
@group(0) @binding(4) var<storage, read> estimates: array<vec2f>;   // [symbol][packet]
@group(0) @binding(5) var<storage, read_write> counts: array<u32>;  // [4][packet]: wrong bits, wrong symbols, diverged, error · 2^20
@group(0) @binding(6) var<storage, read_write> learning: array<u32>; // [bin][packet], error · 2^20
@group(0) @binding(7) var<storage, read> alignment: array<vec2i>;   // [packet] or [1]: symbols ahead, turns back
@group(0) @binding(8) var<uniform> params: Params;

fn fixedPoint(sum: f32, count: u32) -> u32 {
  return u32(min(sum / f32(max(count, 1u)) * ONE + 0.5, 4294967000.0));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let scale = scales[packet * OWN];
  let quarter = params.symbols - (params.symbols + 3u) / 4u;
  let aligned = alignment[packet * ALIGNED];
  let turn = conj(phasor(u32(aligned.y) * (0xffffffffu / TURNS + 1u)));
  var wrongBits = 0u;
  var wrongSymbols = 0u;
  var diverged = 0u;
  var steady = 0.0;
  var inBin = 0.0;
  for (var k = 0u; k < params.symbols; k++) {
    let z = mul(turn, estimates[k * params.packets + packet]);
    let sentLabel = label(u32(i32(params.guard + k) + aligned.x), packet);
    let error = points[sentLabel] - z;
    let squared = dot(error, error);
    diverged |= u32(!(dot(z, z) < DIVERGED));
    if (k >= params.training) {
      let wrong = sentLabel ^ labelOf[nearest(z / scale)];
      wrongBits += countOneBits(wrong);
      wrongSymbols += u32(wrong != 0u);
    }
    if (k >= quarter) { steady += squared; }
    if (params.bin > 0u) {
      inBin += squared;
      let last = k % params.bin == params.bin - 1u || k == params.symbols - 1u;
      if (last) {
        learning[(k / params.bin) * params.packets + packet] = fixedPoint(inBin, k % params.bin + 1u);
        inBin = 0.0;
      }
    }
  }
  counts[packet] = wrongBits;
  counts[params.packets + packet] = wrongSymbols;
  counts[2u * params.packets + packet] = diverged;
  counts[3u * params.packets + packet] = fixedPoint(steady, params.symbols - quarter);
}

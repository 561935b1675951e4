// Errors of loaded carriers: wrong bits after the first T·m bits of a packet, carriers with wrong bits from symbol T on, and the mean of
// |a − z|² of the carriers that have bits, over the last quarter and over bins of symbols. One invocation per packet.
override GROUP: u32;  // invocations per workgroup
override LENGTH: u32; // N
override OWN: u32;    // 1: each packet has its loads
const ONE = 1048576.0;       // of the errors, 2^20
const DIVERGED = 1e12;       // |z|²
struct Params {
  packets: u32,
  symbols: u32,  // K
  training: u32, // T
  guard: u32,
  perSymbol: u32, // m: mean bits of a carrier
  bin: u32,       // symbols per bin; 0: none
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;         // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;       // by 2^b + label
@group(0) @binding(2) var<storage, read> labelOf: array<u32>;        // by 2^b + number of the nearest point
@group(0) @binding(3) var<storage, read> loads: array<vec2u>;        // [carrier][packet] or [carrier]: bits, bits before
@group(0) @binding(4) var<storage, read> amplitudes: array<f32>;     // likewise
@group(0) @binding(5) var<storage, read> estimates: array<vec2f>;    // [symbol][packet]
@group(0) @binding(6) var<storage, read_write> counts: array<u32>;   // [4][packet]: wrong bits, wrong symbols, diverged, error · 2^20
@group(0) @binding(7) var<storage, read_write> learning: array<u32>; // [bin][packet], error · 2^20
@group(0) @binding(8) var<uniform> params: Params;

fn fixedPoint(sum: f32, count: u32) -> u32 {
  return u32(min(sum / f32(max(count, 1u)) * ONE + 0.5, 4294967000.0));
}

// Level of an axis with the given number of levels, of points with the mean energy 1.
fn levelOf(value: f32, axis: u32) -> u32 {
  let unit = sqrt(1.5 / f32(axis * axis - 1u));
  return u32(clamp(floor(value / (2.0 * unit)) + f32(axis / 2u), 0.0, f32(axis) - 1.0));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let packet = id.x;
  if (packet >= params.packets) { return; }
  let quarter = params.symbols - (params.symbols + 3u) / 4u;
  let skipped = params.training * params.perSymbol;
  var wrongBits = 0u;
  var wrongSymbols = 0u;
  var diverged = 0u;
  var steady = 0.0;
  var steadyCount = 0u;
  var inBin = 0.0;
  var binCount = 0u;
  for (var k = 0u; k < params.symbols; k++) {
    let carrier = select(k % LENGTH, (k % LENGTH) * params.packets + packet, OWN == 1u);
    let load = loads[carrier];
    if (load.x > 0u) {
      let row = params.guard + k;
      let size = 1u << load.x;
      let label = (labels[(row / 4u) * params.packets + packet] >> (8u * (row % 4u))) & (size - 1u);
      let z = estimates[k * params.packets + packet] / amplitudes[carrier];
      let error = points[size + label] - z;
      let squared = dot(error, error);
      diverged |= u32(!(dot(z, z) < DIVERGED));
      let axis = 1u << (load.x / 2u);
      let wrong = label ^ labelOf[size + levelOf(z.x, axis) + axis * levelOf(z.y, axis)];
      let first = (k / LENGTH) * LENGTH * params.perSymbol + load.y;
      wrongBits += countOneBits(wrong >> min(max(skipped, first) - first, 31u));
      wrongSymbols += u32(wrong != 0u && k >= params.training);
      if (k >= quarter) { steady += squared; steadyCount++; }
      inBin += squared;
      binCount++;
    }
    if (params.bin > 0u && (k % params.bin == params.bin - 1u || k == params.symbols - 1u)) {
      learning[(k / params.bin) * params.packets + packet] = fixedPoint(inBin, binCount);
      inBin = 0.0;
      binCount = 0u;
    }
  }
  counts[packet] = wrongBits;
  counts[params.packets + packet] = wrongSymbols;
  counts[2u * params.packets + packet] = diverged;
  counts[3u * params.packets + packet] = fixedPoint(steady, steadyCount);
}

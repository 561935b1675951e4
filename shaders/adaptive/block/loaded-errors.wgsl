// Errors of loaded carriers: wrong bits after the first T·m bits of a packet, carriers with wrong bits from symbol T on, and the mean of
// |a − z|² of the carriers that have bits, over the last quarter and over bins of symbols. An invocation counts in a part of a packet, and sums up every
// PARTS-th bin. Needs lib/sent, lib/packet-counts.
override LENGTH: u32; // N
override OWN: u32;    // 1: each packet has its loads
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

// Level of an axis with the given number of levels, of points with the mean energy 1.
fn levelOf(value: f32, axis: u32) -> u32 {
  let unit = sqrt(1.5 / f32(axis * axis - 1u));
  return u32(clamp(floor(value / (2.0 * unit)) + f32(axis / 2u), 0.0, f32(axis) - 1.0));
}

// A carrier with bits: its number in the tables, 2^b, and its label, estimate and error.
struct Carrier { size: u32, label: u32, z: vec2f, squared: f32, before: u32, }

// A carrier without bits has the size 1.
fn carrierOf(k: u32, packet: u32) -> Carrier {
  let at = select(k % LENGTH, (k % LENGTH) * params.packets + packet, OWN == 1u);
  let load = loads[at];
  let size = 1u << load.x;
  if (load.x == 0u) { return Carrier(1u, 0u, vec2f(), 0.0, 0u); }
  let sentLabel = label(params.guard + k, packet) & (size - 1u);
  let z = estimates[k * params.packets + packet] / amplitudes[at];
  let error = points[size + sentLabel] - z;
  return Carrier(size, sentLabel, z, dot(error, error), load.y);
}

@compute @workgroup_size(COLUMNS, PARTS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let packet = min(group.x * COLUMNS + id.x, params.packets - 1u);
  let isWritten = group.x * COLUMNS + id.x < params.packets;
  let quarter = params.symbols - (params.symbols + 3u) / 4u;
  let skipped = params.training * params.perSymbol;
  let length = (params.symbols + PARTS - 1u) / PARTS;
  var own = Part();
  for (var k = id.y * length; k < min((id.y + 1u) * length, params.symbols); k++) {
    let carrier = carrierOf(k, packet);
    if (carrier.size == 1u) { continue; }
    own.diverged |= u32(!(dot(carrier.z, carrier.z) < DIVERGED));
    let axis = 1u << (firstTrailingBit(carrier.size) / 2u);
    let nearest = levelOf(carrier.z.x, axis) + axis * levelOf(carrier.z.y, axis);
    let wrong = carrier.label ^ labelOf[carrier.size + nearest];
    let first = (k / LENGTH) * LENGTH * params.perSymbol + carrier.before;
    own.wrongBits += countOneBits(wrong >> min(max(skipped, first) - first, 31u));
    own.wrongSymbols += u32(wrong != 0u && k >= params.training);
    if (k >= quarter) {
      own.steady += carrier.squared;
      own.settled++;
    }
  }
  if (params.bin > 0u && isWritten) {
    for (var bin = id.y; bin * params.bin < params.symbols; bin += PARTS) {
      var sum = 0.0;
      var count = 0u;
      for (var k = bin * params.bin; k < min((bin + 1u) * params.bin, params.symbols); k++) {
        let carrier = carrierOf(k, packet);
        sum += carrier.squared;
        count += u32(carrier.size > 1u);
      }
      learning[bin * params.packets + packet] = fixedPoint(sum, count);
    }
  }
  writeCounts(id, own, packet, isWritten);
}

// Errors of equalized packets: wrong bits and symbols of symbols T … K − 1, and the mean of |a − z|² over the last quarter and over bins of
// symbols. Decisions are nearest points to z/scale. Estimates of blind equalizers are compared with the symbol that they follow, and turned
// back by multiples of 1/TURNS of a circle. An invocation counts in a part of a packet, and sums up every PARTS-th bin. Needs lib/complex, lib/phasor,
// lib/decision, lib/sent, lib/packet-counts.
override OWN: u32;   // 1: a scale per packet
override TURNS: u32; // symmetric turns of the constellation
override ALIGNED: u32; // 1: an alignment per packet
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

@compute @workgroup_size(COLUMNS, PARTS)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) id: vec3u) {
  let column = id.x;
  let packet = min(group.x * COLUMNS + column, params.packets - 1u);
  let isWritten = group.x * COLUMNS + column < params.packets;
  let scale = scales[packet * OWN];
  let quarter = params.symbols - (params.symbols + 3u) / 4u;
  let aligned = alignment[packet * ALIGNED];
  let turn = conj(phasor(u32(aligned.y) * (0xffffffffu / TURNS + 1u)));
  let symbol = i32(params.guard) + aligned.x;
  let length = (params.symbols + PARTS - 1u) / PARTS;
  var own = Part();
  for (var k = id.y * length; k < min((id.y + 1u) * length, params.symbols); k++) {
    let z = mul(turn, estimates[k * params.packets + packet]);
    let sentLabel = label(u32(i32(k) + symbol), packet);
    let error = points[sentLabel] - z;
    own.diverged |= u32(!(dot(z, z) < DIVERGED));
    if (k >= params.training) {
      let wrong = sentLabel ^ labelOf[nearest(z / scale)];
      own.wrongBits += countOneBits(wrong);
      own.wrongSymbols += u32(wrong != 0u);
    }
    if (k >= quarter) {
      own.steady += dot(error, error);
      own.settled++;
    }
  }
  if (params.bin > 0u && isWritten) {
    for (var bin = id.y; bin * params.bin < params.symbols; bin += PARTS) {
      let end = min((bin + 1u) * params.bin, params.symbols);
      var sum = 0.0;
      for (var k = bin * params.bin; k < end; k++) {
        let error = points[label(u32(i32(k) + symbol), packet)] - mul(turn, estimates[k * params.packets + packet]);
        sum += dot(error, error);
      }
      learning[bin * params.packets + packet] = fixedPoint(sum, end - bin * params.bin);
    }
  }
  writeCounts(id, own, packet, isWritten);
}

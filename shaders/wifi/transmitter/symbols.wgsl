// Symbols of frames without their guard interval: convolutional code 133, 171 (octal), puncturing, interleaving, mapping,
// pilots, and the inverse transform of 64 points in two passes of 8. One workgroup per symbol, one invocation per bin and
// sample. A coded bit depends on seven scrambled bits only, so each invocation computes its own. Needs lib/complex, lib/phasor, lib/words.
override CARRIER_BITS: u32; // coded bits per carrier
override DATA_BITS: u32;    // per symbol
override SYMBOLS: u32;      // per frame
override FIRST: u32;        // place of a frame's first symbol in the pilots' polarity sequence
struct Params { symbols: u32, } // of all frames
const BINS = 64u;
const DATA_CARRIERS = 48u;
const POLARITIES = 127u;
const GENERATOR_A = 0x5bu; // 133 octal, the newest bit on the left
const GENERATOR_B = 0x79u; // 171 octal
@group(0) @binding(0) var<storage, read> bits: array<u32>;     // [frame][⌈SYMBOLS · DATA_BITS/32⌉]
@group(0) @binding(1) var<storage, read> order: array<u32>;    // [carrier][CARRIER_BITS]: 2 · step, + 1 for B
@group(0) @binding(2) var<storage, read> points: array<vec2f>; // by label
@group(0) @binding(3) var<storage, read> carriers: array<u32>; // by bin: data carrier, 48 and more for pilots, 64 for none
@group(0) @binding(4) var<storage, read> pilots: array<f32>;   // 127 polarities, then the four pilots
@group(0) @binding(5) var<storage, read_write> periods: array<vec2f>; // [symbol][64]
@group(0) @binding(6) var<uniform> params: Params;

var<workgroup> spectrum: array<vec2f, BINS>;
var<workgroup> inner: array<vec2f, BINS>;
var<workgroup> roots: array<vec2f, BINS>;

fn coded(frame: u32, step: u32, isB: bool) -> u32 {
  let words = (SYMBOLS * DATA_BITS + 31u) / 32u;
  var window = bits[frame * words] << (6u - min(step, 6u));
  if (step > 6u) {
    let at = (step - 6u) / 32u;
    let next = min(at + 1u, words - 1u);
    window = straddle(bits[frame * words + at], bits[frame * words + next], (step - 6u) % 32u);
  }
  return countOneBits(window & select(GENERATOR_A, GENERATOR_B, isB)) & 1u;
}

@compute @workgroup_size(BINS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let s = group.y * groups.x + group.x;
  if (s >= params.symbols) { return; }
  let frame = s / SYMBOLS;
  let symbol = s % SYMBOLS;
  let carrier = carriers[lane];
  var value = vec2f();
  if (carrier < DATA_CARRIERS) {
    var label = 0u;
    for (var b = 0u; b < CARRIER_BITS; b++) {
      let place = order[carrier * CARRIER_BITS + b];
      label = 2u * label + coded(frame, symbol * DATA_BITS + place / 2u, place % 2u == 1u);
    }
    value = points[label];
  } else if (carrier < BINS) {
    value.x = pilots[(FIRST + symbol) % POLARITIES] * pilots[POLARITIES + carrier - DATA_CARRIERS];
  }
  spectrum[lane] = value / f32(BINS);
  roots[lane] = phasor(lane << 26u);
  workgroupBarrier();
  // x[n] = Σ over k < 8 of e^{j2πkn/64} · Σ over m < 8 of X[k + 8m] e^{j2πmn/8}; the inner sum depends on n mod 8 only.
  var sum = vec2f();
  for (var m = 0u; m < 8u; m++) { sum += mul(spectrum[lane / 8u + 8u * m], roots[(8u * m * lane) % BINS]); }
  inner[lane] = sum;
  workgroupBarrier();
  sum = vec2f();
  for (var k = 0u; k < 8u; k++) { sum += mul(inner[8u * k + lane % 8u], roots[(k * lane) % BINS]); }
  periods[s * BINS + lane] = sum;
}

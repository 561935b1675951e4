// Decides the bits of frames that may start at the listed steps, alone and together for each leak of pulses into their neighbours, and
// keeps those whose pulses stand out. LANES invocations per start: each computes some chips, and each leak has one of them.
// A workgroup takes starts until all are taken. The list of candidates has no order.
// Needs lib/raw-sample.
override GROUP: u32;    // invocations per workgroup: LANES · SLOTS
override SLOTS: u32;    // starts per workgroup
override CAPACITY: u32; // starts that the list holds, and candidates
override UP: u32;       // steps per sample, or samples per step: one of them is 1
override DOWN: u32;
override BLOCK: u32;    // samples per block
override STRIDE: u32;   // steps of a whole block at which a frame may start
override REST: u32;     // steps of the envelope after these
override REACH: u32;    // samples before the first start
override CARRIER: u32;  // samples of the search for the carrier
override CLEAR_RATIO: f32;
override CLEAR_CONTRAST: f32;
override UNCLEAR_CONTRAST: f32;
override MOST_MISFIT: f32;
override USED_FORMATS: u32; // a bit per downlink format in use
override CHECKED_FORMATS: u32; // a bit per format whose parity has no overlay, or a short one
override POLYNOMIAL: u32;   // the generator of the parity without its highest power, 24 bits
override TIE: f32;      // how much better a bit 1 must be than a bit 0: their costs may be equal for all samples
const LANES = 8u;
const LEAKS = 5u;
const PREAMBLE = 16u;
const CHIPS = 240u;
const NONE = 0xffffffffu;
const HEAD = 2u;
const BODY = 8u;
@group(0) @binding(2) var<storage, read> offsets: array<vec2f>;  // [block]
@group(0) @binding(3) var<storage, read> chips: array<u32>;      // the step of each chip after a start
@group(0) @binding(4) var<storage, read> magnitudes: array<f32>; // [block][step], STRIDE + REST steps
@group(0) @binding(5) var<storage, read_write> starts: array<u32>; // CAPACITY of them, then the place of each in the list of candidates, or NONE
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>; // found starts, found candidates
// The head of each candidate, HEAD vectors: its start, block · STRIDE + step; its readings (bits 0 to 5: which ones fit, differ from those before
// and have a format in use; bit 8: the frame has 112 bits; bits 16 to 21: which of these have a checked format); and the remainder of each
// by the generator of the parity. After CAPACITY heads the body of each, BODY vectors: the sums of its bits' halves, Σ|early − late|,
// Σ(early + late), and of the squares of the larger and of the smaller ones; Σ conj(x[n])·x[n + 1], whose phase is the carrier's, and two
// words unused; and the octets of each reading, the first octet first, highest bits first.
@group(0) @binding(7) var<storage, read_write> candidates: array<vec4u>;
@group(0) @binding(8) var<storage, read> leaks: array<vec2f>; // of a pulse into the chip after it, and before it

var<workgroup> listed: u32;
var<workgroup> m: array<array<f32, CHIPS>, SLOTS>;
var<workgroup> sums: array<vec4f, GROUP>;
var<workgroup> octets: array<array<vec4u, 6>, SLOTS>;
var<workgroup> remainders: array<array<u32, 6>, SLOTS>;
var<workgroup> fits: array<array<u32, 6>, SLOTS>;

fn flag(k: u32) -> u32 { return 0x80000000u >> (k & 31u); }

// Each bit alone: 1 if its early half is larger.
fn plainOctets(slot: u32, bits: u32) -> vec4u {
  var found = vec4u(0u);
  for (var k = 0u; k < bits; k++) {
    if (m[slot][PREAMBLE + 2u * k] > m[slot][PREAMBLE + 2u * k + 1u]) { found[k >> 5u] |= flag(k); }
  }
  return found;
}

struct Sequence {
  octets: vec4u,
  misfit: f32,
}

// The bits whose pulses of magnitude `pulse`, with their leaks, come nearest to the magnitudes: Viterbi's algorithm. The state is a bit.
// `lead` is the difference of the costs of states 1 and 0: so errors of rounding do not grow with the costs.
fn sequenceOf(slot: u32, bits: u32, pulse: f32, leak: vec2f) -> Sequence {
  let after = leak.x;
  let before = leak.y;
  let scale = 1.0 / pulse;
  var from0 = vec4u(0u);
  var from1 = vec4u(0u);
  var late = m[slot][PREAMBLE - 1u] * scale;
  var early = m[slot][PREAMBLE] * scale;
  var cost = late * late + (early - before) * (early - before);
  var lead = (late - before) * (late - before) + (early - 1.0) * (early - 1.0) - cost;
  for (var k = 1u; k < bits; k++) {
    late = m[slot][PREAMBLE + 2u * k - 1u] * scale;
    early = m[slot][PREAMBLE + 2u * k] * scale;
    // The bit before, then this one.
    let zeroZero = (late - 1.0) * (late - 1.0) + (early - after - before) * (early - after - before);
    let oneZero = lead + (late - after) * (late - after) + (early - before) * (early - before);
    let zeroOne = (late - 1.0 - before) * (late - 1.0 - before) + (early - 1.0 - after) * (early - 1.0 - after);
    let oneOne = lead + (late - after - before) * (late - after - before) + (early - 1.0) * (early - 1.0);
    if (oneZero < zeroZero - TIE) { from0[k >> 5u] |= flag(k); }
    if (oneOne < zeroOne - TIE) { from1[k >> 5u] |= flag(k); }
    let least = min(zeroZero, oneZero);
    cost += least;
    lead = min(zeroOne, oneOne) - least;
  }
  late = m[slot][PREAMBLE + 2u * bits - 1u] * scale;
  let zero = (late - 1.0) * (late - 1.0);
  let one = lead + (late - after) * (late - after);
  var bit = one < zero - TIE;
  let misfit = (cost + min(zero, one)) / f32(2u * bits + 1u);
  var found = vec4u(0u);
  for (var k = bits; k > 0u;) {
    k--;
    if (bit) { found[k >> 5u] |= flag(k); }
    bit = (select(from0[k >> 5u], from1[k >> 5u], bit) & flag(k)) != 0u;
  }
  return Sequence(found, misfit);
}

// The parity of the data, XOR the last 24 bits.
fn remainderOf(octets: vec4u, bits: u32) -> u32 {
  let data = bits - 24u;
  var parity = 0u;
  for (var k = 0u; k < data; k++) {
    let isOne = ((octets[k >> 5u] & flag(k)) != 0u) != ((parity & 0x800000u) != 0u);
    parity = ((parity << 1u) & 0xffffffu) ^ select(0u, POLYNOMIAL, isOne);
  }
  return parity ^ select(octets.y >> 8u, ((octets.z & 255u) << 16u) | (octets.w >> 16u), bits == 112u);
}

// A bit per reading that fits, differs from those before it, and has a format in use.
fn different(slot: u32) -> u32 {
  var found = 0u;
  for (var reading = 0u; reading <= LEAKS; reading++) {
    let format = octets[slot][reading].x >> 27u;
    var isNew = (reading == 0u || fits[slot][reading] == 1u) && ((USED_FORMATS >> format) & 1u) == 1u;
    for (var other = 0u; other < reading; other++) {
      if (((found >> other) & 1u) == 1u && all(octets[slot][reading] == octets[slot][other])) { isNew = false; }
    }
    if (isNew) { found |= 1u << reading; }
  }
  return found;
}

@compute @workgroup_size(GROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) i: u32,
) {
  if (i == 0u) { listed = min(atomicLoad(&counts[0]), CAPACITY); }
  let all = workgroupUniformLoad(&listed);
  let slot = i / LANES;
  let lane = i % LANES;
  for (var at = group.x * SLOTS; at < all; at += groups.x * SLOTS) {
    let isListed = at + slot < all;
    var start = 0u;
    if (isListed) { start = starts[at + slot]; }
    let b = start / STRIDE;
    let g = start % STRIDE;
    workgroupBarrier();
    if (isListed) {
      for (var chip = lane; chip < CHIPS; chip += LANES) { m[slot][chip] = magnitudes[b * (STRIDE + REST) + g + chips[chip]]; }
    }
    workgroupBarrier();
    let p = vec4f(m[slot][0], m[slot][2], m[slot][7], m[slot][9]);
    let gaps = (m[slot][4] + m[slot][5] + m[slot][11] + m[slot][12] + m[slot][13] + m[slot][14]) / 6.0;
    let pulse = (p.x + p.y + p.z + p.w) / 4.0;
    // Formats 16 to 31 have 112 bits.
    let bits = select(56u, 112u, m[slot][PREAMBLE] > m[slot][PREAMBLE + 1u]);
    var own = vec4f(0.0);
    for (var k = lane; k < bits; k += LANES) {
      let halves = vec2f(m[slot][PREAMBLE + 2u * k], m[slot][PREAMBLE + 2u * k + 1u]);
      let more = max(halves.x, halves.y);
      let less = min(halves.x, halves.y);
      own += vec4f(more - less, more + less, more * more, less * less);
    }
    sums[i] = own;
    workgroupBarrier();
    var sum = vec4f(0.0);
    for (var other = 0u; other < LANES; other++) { sum += sums[slot * LANES + other]; }
    let least = select(CLEAR_CONTRAST, UNCLEAR_CONTRAST, pulse < CLEAR_RATIO * gaps);
    // A frame ends within the recording.
    let last = b * BLOCK + (g + chips[PREAMBLE + 2u * bits - 1u]) / UP * DOWN + REACH;
    let isRead = isListed && sum.x >= least * sum.y && last < page.end;
    let isClear = sum.x >= UNCLEAR_CONTRAST * sum.y;
    if (lane == LEAKS) {
      let plain = select(vec4u(0u), plainOctets(slot, bits), isRead);
      octets[slot][0] = plain;
      remainders[slot][0] = remainderOf(plain, bits);
    } else if (lane < LEAKS && isRead) {
      let sequence = sequenceOf(slot, bits, pulse, leaks[lane]);
      octets[slot][lane + 1u] = sequence.octets;
      remainders[slot][lane + 1u] = remainderOf(sequence.octets, bits);
      fits[slot][lane + 1u] = u32(isClear || sequence.misfit <= MOST_MISFIT);
    }
    workgroupBarrier();
    var readings = 0u;
    for (var reading = 1u; reading <= LEAKS; reading++) { readings |= fits[slot][reading] << reading; }
    let isKept = isRead && readings != 0u && different(slot) != 0u;
    // The carrier, from the pulses and the gaps of the first bits.
    var product = vec2f(0.0);
    if (isKept) {
      let offset = offsets[b];
      let first = b * BLOCK + REACH + (g * DOWN + UP / 2u) / UP;
      for (var n = lane; n < CARRIER; n += LANES) {
        let a = rawSample(first + n) - offset;
        let c = rawSample(first + n + 1u) - offset;
        product += vec2f(a.x * c.x + a.y * c.y, a.x * c.y - a.y * c.x);
      }
    }
    sums[i] = vec4f(product, 0.0, 0.0);
    workgroupBarrier();
    if (lane == 0u && isListed && !isKept) { starts[CAPACITY + at + slot] = NONE; }
    if (lane == 0u && isKept) {
      for (var other = 1u; other < LANES; other++) { product += sums[i + other].xy; }
      let place = atomicAdd(&counts[1], 1u);
      starts[CAPACITY + at + slot] = place;
      let rest = remainders[slot];
      let kept = different(slot);
      var checked = 0u;
      for (var reading = 0u; reading <= LEAKS; reading++) {
        checked |= ((CHECKED_FORMATS >> (octets[slot][reading].x >> 27u)) & (kept >> reading) & 1u) << reading;
      }
      candidates[HEAD * place] = vec4u(start, kept | (u32(bits == 112u) << 8u) | (checked << 16u), rest[0], rest[1]);
      candidates[HEAD * place + 1u] = vec4u(rest[2], rest[3], rest[4], rest[5]);
      let body = HEAD * CAPACITY + BODY * place;
      candidates[body] = bitcast<vec4u>(sum);
      candidates[body + 1u] = vec4u(bitcast<vec2u>(product), 0u, 0u);
      for (var reading = 0u; reading <= LEAKS; reading++) { candidates[body + 2u + reading] = octets[slot][reading]; }
    }
  }
}

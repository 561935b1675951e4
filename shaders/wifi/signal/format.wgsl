// The format of each frame of the table, by the symbols that follow the long training: one workgroup per frame. With x = Y·conj(H) per
// carrier, turned back by the phase that grows since the training, BPSK keeps Re x and rotated BPSK Im x. Symbols from SIGNAL's place on:
// non-HT: SIGNAL, data. HT-mixed: SIGNAL, two rotated of HT-SIG. HT-greenfield: two rotated of HT-SIG. VHT: SIGNAL, VHT-SIG-A, of which the second
// one is rotated. HE and later: SIGNAL twice, then HE-SIG-A or U-SIG; in the extended range HE-SIG-A has each symbol twice, the second one rotated.
// Invocation k transforms bin k. Then the invocations decode the field that fits, and the first one checks its CRC.
// Needs lib/frame, lib/signal-code, lib/finite-sample, lib/complex, lib/phasor, lib/angle.
override FIRST: u32;      // samples from a frame's start to the first transform
override PREAMBLE: u32;   // samples before SIGNAL
override SYMBOL: u32;     // samples per symbol
override AGE: f32;        // samples from the middle of the long training to the middle of the first transform
const LENGTH = 64u;       // points of a transform
const SYMBOLS = 5u;
const PLAIN = 48u;        // data carriers
const WIDE = 52u;         // data carriers of HE-SIG-A
const EDGES = 4u;         // the outermost of them, which the long training does not have
const HOLDS = 0x80000000u;
const LIKELY = 2.0;       // least clarity of a symbol of a field whose CRC holds
const CLEAR = 4.0;        // and of both symbols of a field whose CRC does not hold
// Statuses and formats, as in frame-table.ts and frame/formats.ts.
const NO_LONG_TRAINING = 1u;
const NO_SIGNAL = 8u;
const OTHER_STANDARD = 7u;
const NON_HT = 0u;
const UNDECIDED = 1u;
const HT_MIXED = 2u;
const HT_GREENFIELD = 3u;
const VHT = 4u;
const HE = 5u;
const HE_EXTENDED = 6u;
struct Params { length: u32 }
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> channel: array<vec2f>;        // [frame][64]
@group(0) @binding(2) var<storage, read> counts: array<u32>;           // frames, …
@group(0) @binding(3) var<storage, read> bins: array<u32>;             // [48]: of the data carriers; then [52]: of the data carriers of HE-SIG-A
@group(0) @binding(4) var<storage, read> edges: array<vec2f>;          // [4]: bin, and what SIGNAL sends there in HE formats
@group(0) @binding(5) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(6) var<uniform> params: Params;

// A symbol: the angle by which it is turned, in turns/2³², whether it is rotated BPSK, and Σ(Re x)² and Σ(Im x)² after turning back.
struct Symbol { phase: u32, isRotated: bool, real: f32, imaginary: f32 }
// What to decode: the format, its symbols, and the bits of each symbol. Bits are 0 if there is nothing to decode.
struct Field { format: u32, first: u32, second: u32, bits: u32 }

var<workgroup> received: array<vec2f, SYMBOLS * LENGTH>;
var<workgroup> carriers: array<vec2f, SYMBOLS * LENGTH>;               // Y, by symbol and bin
var<workgroup> response: array<vec2f, LENGTH>;                         // H, of mean power 1
var<workgroup> powers: array<f32, LENGTH>;
var<workgroup> sums: array<vec3f, SYMBOLS>;                            // Σx², Σ|x|²
var<workgroup> symbols: array<Symbol, SYMBOLS>;
var<workgroup> alike: array<vec2f, PLAIN>;                             // of SIGNAL and the next symbol: the part that differs, and all
var<workgroup> field: Field;

// x of a bin in a symbol, not turned back.
fn matched(symbol: u32, bin: u32) -> vec2f {
  return mulConj(carriers[symbol * LENGTH + bin], response[bin]);
}

fn turnedBack(z: vec2f, phase: u32) -> vec2f {
  return mulConj(z, phasor(phase));
}

// The metric of BPSK or rotated BPSK: positive for a bit 1.
fn metric(symbol: u32, bin: u32) -> f32 {
  let x = turnedBack(matched(symbol, bin), symbols[symbol].phase);
  return select(x.x, x.y, symbols[symbol].isRotated);
}

// Phases from Σx², whose angle does not know the bits: the offset that is left turns each symbol by its age.
fn track(whole: u32) {
  var slope = 0.0;
  var product = 0.0;
  var square = 0.0;
  for (var n = 0u; n < SYMBOLS; n++) {
    let age = AGE + f32(n * SYMBOL);
    let expected = slope * age;
    let sum = turnedBack(sums[n].xy, 2u * turns(expected));
    let isRotated = sum.x < 0.0;
    if (n < whole) {
      product += age * (expected + 0.5 * angle(select(sum, -sum, isRotated)));
      square += age * age;
      slope = product / square;
    }
    let phase = turns(slope * age);
    let turned = turnedBack(sums[n].xy, 2u * phase).x;
    symbols[n] = Symbol(phase, isRotated && n < whole, 0.5 * (sums[n].z + turned), 0.5 * (sums[n].z - turned));
  }
}

// The ratio of a symbol's two sums, the larger one by the smaller: 5 on average at an SNR of 3 dB.
fn clarity(symbol: u32) -> f32 {
  let sums = vec2f(symbols[symbol].real, symbols[symbol].imaginary);
  return max(sums.x, sums.y) / max(min(sums.x, sums.y), 1e-30);
}

// The parity of bits that rise from the LENGTH's to the tail of SIGNAL of 6 Mbit/s.
fn signalOf(length: u32) -> u32 {
  let bits = 0xbu | (length << 5u); // RATE 1101, the first bit sent as bit 0
  return bits | ((countOneBits(bits) & 1u) << 17u);
}

// Whether SIGNAL comes twice, by the share of the second symbol's magnitude that has the other sign. Of other symbols it is one half.
fn isRepeated() -> bool {
  var all = vec2f();
  for (var i = 0u; i < PLAIN; i++) { all += alike[i]; }
  return 8.0 * all.x < all.y;
}

// The field that fits the symbols. `isKnown`: SIGNAL is valid and names 6 Mbit/s, as in all later formats but greenfield.
fn fitting(whole: u32, isKnown: bool) -> Field {
  if (whole >= 2u && symbols[0].isRotated && symbols[1].isRotated) { return Field(HT_GREENFIELD, 0u, 1u, 24u); }
  if (whole < 3u || symbols[0].isRotated) { return Field(select(NON_HT, UNDECIDED, isKnown && whole < 3u), 0u, 0u, 0u); }
  if (symbols[1].isRotated && symbols[2].isRotated) { return Field(HT_MIXED, 1u, 2u, 24u); }
  if (!isKnown || symbols[1].isRotated) { return Field(NON_HT, 0u, 0u, 0u); }
  if (isRepeated()) {
    if (whole < 4u) { return Field(HE, 0u, 0u, 0u); }
    if (!symbols[3].isRotated) { return Field(HE, 2u, 3u, 26u); }
    return Field(HE_EXTENDED, 2u, 4u, select(0u, 26u, whole >= 5u));
  }
  if (symbols[2].isRotated) { return Field(VHT, 1u, 2u, 24u); }
  return Field(NON_HT, 0u, 0u, 0u);
}

// Whether the parity bits that follow `length` bits are the first `count` ones of their CRC-8, 1 + D + D² + D⁸.
fn crcHolds(bits: vec2u, length: u32, count: u32) -> bool {
  var remainder = 0xffu;
  for (var t = 0u; t < length; t++) {
    let bit = (bits[t / 32u] >> (t % 32u)) & 1u;
    remainder = ((remainder << 1u) & 0xffu) ^ select(0u, 0x07u, (remainder >> 7u) != bit);
  }
  for (var i = 0u; i < count; i++) {
    let t = length + i;
    if (((bits[t / 32u] >> (t % 32u)) & 1u) == ((remainder >> (7u - i)) & 1u)) { return false; }
  }
  return true;
}

// Whether a decoded field names the format: without its CRC only if the symbols leave no doubt, and with it alone only where SIGNAL is valid.
fn isCertain(found: Field, holds: bool, isKnown: bool) -> bool {
  if (found.format >= HE) { return true; }
  if (!holds) { return isKnown && found.format != HT_GREENFIELD && min(clarity(found.first), clarity(found.second)) > CLEAR; }
  return (isKnown && found.format != HT_GREENFIELD) || clarity(found.first) > LIKELY;
}

// Samples from a frame's start to the end of its data by HT-SIG. Modulations that differ from stream to stream count as no data.
fn htEnd(first: u32, second: u32, isGreenfield: bool) -> u32 {
  let mcs = first & 0x7fu;
  let isWide = (first & 0x80u) != 0u;
  let stbc = (second >> 4u) & 3u;
  let streams = select(mcs / 8u + 1u, 1u, mcs > 31u);
  let coded = streams + stbc;
  let extensions = (second >> 8u) & 3u;
  let trained = select(coded, 4u, coded == 3u) + select(extensions, 4u, extensions == 3u);
  // Preamble and HT-SIG; in the mixed format SIGNAL and HT-STF too.
  let preamble = PREAMBLE + select(4u, 2u, isGreenfield) * SYMBOL;
  let training = SYMBOL * (trained - select(0u, 1u, isGreenfield));
  let perStream = array<u32, 16>(26u, 52u, 78u, 104u, 156u, 208u, 234u, 260u, 54u, 108u, 162u, 216u, 324u, 432u, 486u, 540u);
  let size = perStream[mcs % 8u + select(0u, 8u, isWide)] * streams;
  let unit = select(size, 2u * size, stbc > 0u);
  let octets = (first >> 8u) & 0xffffu;
  var count = (8u * octets + 22u + unit - 1u) / unit * select(1u, 2u, stbc > 0u);
  if (octets == 0u || mcs > 31u) { count = 0u; }
  return preamble + training + count * select(SYMBOL, SYMBOL - 8u, (second & 0x80u) != 0u);
}

@compute @workgroup_size(LENGTH)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) k: u32,
) {
  let row = group.x + group.y * groups.x;
  let f = min(row, arrayLength(&frames) - 1u);
  var frame = frames[f];
  let isFrame = row < counts[0] && frame.status != NO_LONG_TRAINING && frame.status != NO_SIGNAL;
  let after = params.length - min(params.length, frame.start + FIRST);
  let whole = min(SYMBOLS, (after + SYMBOL - LENGTH) / SYMBOL); // symbols that are not cut off
  for (var n = 0u; n < SYMBOLS; n++) {
    let since = FIRST + n * SYMBOL + k;
    let at = frame.start + since;
    let z = select(vec2f(), finiteSample(samples[min(at, params.length - 1u)]), at < params.length);
    received[n * LENGTH + k] = mulConj(z - vec2f(frame.dcReal, frame.dcImaginary), phasor(turnsAfter(since, frame.offset)));
  }
  let h = channel[f * LENGTH + k];
  powers[k] = dot(h, h);
  workgroupBarrier();
  var bin: array<vec2f, SYMBOLS>;
  var power = 0.0;
  for (var j = 0u; j < LENGTH; j++) {
    let twiddle = phasor((j * k) << 26u);
    for (var n = 0u; n < SYMBOLS; n++) { bin[n] += mulConj(received[n * LENGTH + j], twiddle); }
    power += powers[j];
  }
  // In units of the channel, so that squares stay in range.
  let unit = inverseSqrt(max(power / 52.0, 1e-30));
  for (var n = 0u; n < SYMBOLS; n++) { carriers[n * LENGTH + k] = unit * bin[n]; }
  response[k] = unit * h;
  workgroupBarrier();
  if (k < SYMBOLS) {
    var sum = vec3f();
    for (var i = 0u; i < PLAIN; i++) {
      let x = matched(k, bins[i]);
      sum += vec3f(x.x * x.x - x.y * x.y, 2.0 * x.x * x.y, dot(x, x));
    }
    sums[k] = sum;
  }
  workgroupBarrier();
  if (k == 0u) { track(whole); }
  workgroupBarrier();
  if (k < PLAIN) {
    // Coded bit k of SIGNAL, A or B of step k/2, and its carrier.
    let carrier = bins[3u * (k % 16u) + k / 16u];
    let signal = signalOf(frame.length);
    var taps = 0u;
    for (var delay = 0u; delay < 7u && delay <= k / 2u; delay++) { taps |= ((signal >> (k / 2u - delay)) & 1u) << delay; }
    let value = metric(1u, carrier) * (2.0 * f32(signalCode(taps)[k % 2u]) - 1.0);
    alike[k] = vec2f(max(0.0, -value), abs(value));
  }
  if (k >= LENGTH - EDGES) {
    // SIGNAL comes twice in HE formats, and shows the channel of the outermost carriers.
    let edge = edges[k + EDGES - LENGTH];
    let place = u32(edge.x);
    let both = turnedBack(carriers[place], symbols[0].phase) + turnedBack(carriers[LENGTH + place], symbols[1].phase);
    response[place] = 0.5 * edge.y * both;
  }
  workgroupBarrier();
  let isKnown = isFrame && frame.status == 0u && frame.rate == 0u;
  if (k == 0u) {
    field = fitting(select(0u, whole, isFrame), isKnown);
  }
  let found = workgroupUniformLoad(&field);
  let size = 2u * found.bits;
  if (k < size) {
    // A symbol's coded bits: 16 columns, or 13 of HE-SIG-A.
    let isWide = found.bits > 24u;
    let columns = select(16u, 13u, isWide);
    let place = size / columns * (k % columns) + k / columns;
    let carrier = bins[select(0u, PLAIN, isWide) + place];
    signalLlrs[k] = metric(found.first, carrier);
    signalLlrs[size + k] = metric(found.second, carrier);
  }
  workgroupBarrier();
  let bits = decodeSignalField(k, size);
  if (k > 0u || !isFrame) { return; }
  frame.format = found.format;
  if (found.format > UNDECIDED) {
    let mask = (1u << found.bits) - 1u;
    let first = bits.x & mask;
    let second = ((bits.x >> found.bits) | (bits.y << (32u - found.bits))) & mask;
    let isHe = found.format >= HE;
    let holds = found.bits > 0u && crcHolds(bits, select(34u, 42u, isHe), select(8u, 4u, isHe));
    if (!isCertain(found, holds, isKnown)) {
      frame.format = NON_HT;
    } else if (holds) {
      frame.status = OTHER_STANDARD;
      frame.symbols = 0u;
      frame.field0 = first | HOLDS;
      frame.field1 = second;
      // SIGNAL of the mixed format gives the end too.
      let isGreenfield = found.format == HT_GREENFIELD;
      if (isGreenfield || !isKnown) { frame.claim = htEnd(first, second, isGreenfield); }
    }
    // A frame whose field is damaged stays what SIGNAL says, until its own check fails.
  }
  frames[f] = frame;
}

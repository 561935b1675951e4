// SIGNAL of each frame of the table: one workgroup per frame. Invocation k transforms bin k, x = Σn y[n]·e^{−j2πkn/64}; its carrier gives
// the LLR 4·Re(x·conj(H))/noise of one coded bit. Then the invocations decode the field, and the first one reads it.
// Needs lib/frame, lib/rates, lib/signal-code, lib/finite-sample, lib/complex, lib/phasor.
override FIRST: u32;      // samples from a frame's start to the transform
override DATA: u32;       // samples from a frame's start to its data
override SYMBOL: u32;     // samples per symbol
const LENGTH = 64u;       // points of the transform
const STEPS = 24u;
const SERVICE_AND_TAIL = 22u;
// Statuses, as in frame-table.ts.
const ODD_PARITY = 2u;
const RESERVED_RATE = 3u;
const NO_LENGTH = 4u;
const NO_SIGNAL = 8u;
struct Params { length: u32 }
@group(0) @binding(0) var<storage, read> samples: array<vec2f>;
@group(0) @binding(1) var<storage, read> channel: array<vec2f>;        // [frame][64]
@group(0) @binding(2) var<storage, read> counts: array<u32>;           // frames, …
@group(0) @binding(3) var<storage, read> rateOfField: array<u32>;      // [16]: the rate of the first four bits, LSB first; NONE if reserved
@group(0) @binding(4) var<storage, read> bins: array<u32>;             // [48]: of the data carriers
@group(0) @binding(5) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(6) var<uniform> params: Params;
const NONE = 0xffffffffu;

var<workgroup> received: array<vec2f, LENGTH>;

// The fields of the 18 bits before the tail, as the members of a line.
fn withFields(frame: Frame, bits: u32) -> Frame {
  var line = frame;
  line.rate = rateOfField[bits & 15u];
  line.length = (bits >> 5u) & 0xfffu;
  if ((countOneBits(bits & 0x3ffffu) & 1u) == 1u) {
    line.status = ODD_PARITY;
  } else if (line.rate == NONE) {
    line.status = RESERVED_RATE;
  } else if (line.length == 0u) {
    line.status = NO_LENGTH;
  } else {
    let size = dataBitsPerSymbol(line.rate);
    line.symbols = (8u * line.length + SERVICE_AND_TAIL + size - 1u) / size;
    line.claim = DATA + SYMBOL * line.symbols;
  }
  if (line.rate == NONE) { line.rate = 0u; }
  return line;
}

@compute @workgroup_size(LENGTH)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) k: u32,
) {
  let row = group.x + group.y * groups.x;
  let f = min(row, arrayLength(&frames) - 1u);
  let frame = frames[f];
  let n = frame.start + FIRST + k;
  let z = select(vec2f(), finiteSample(samples[min(n, params.length - 1u)]), n < params.length);
  received[k] = mulConj(z - vec2f(frame.dcReal, frame.dcImaginary), phasor(turnsAfter(FIRST + k, frame.offset)));
  workgroupBarrier();
  if (k < 2u * STEPS) {
    // The carrier of coded bit k: BPSK's interleaver has three rows of 16.
    let bin = bins[3u * (k % 16u) + k / 16u];
    var x = vec2f();
    for (var j = 0u; j < LENGTH; j++) { x += mulConj(received[j], phasor((j * bin) << 26u)); }
    signalLlrs[k] = 4.0 * dot(x, channel[f * LENGTH + bin]) / frame.noise;
  }
  workgroupBarrier();
  let bits = decodeSignalField(k, STEPS).x;
  if (k > 0u || row >= counts[0] || frame.status != 0u) { return; }
  if (frame.start + FIRST + LENGTH > params.length) {
    frames[f].status = NO_SIGNAL;
  } else {
    frames[f] = withFields(frame, bits);
  }
}

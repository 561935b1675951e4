// SIGNAL of each frame of the table: one workgroup per frame. Invocation k transforms bin k, x = Σn y[n]·e^{−j2πkn/64}; its carrier gives
// the LLR 4·Re(x·conj(H))/noise of one coded bit. Then invocation s is state s of the terminated code 133, 171: 24 steps,
// M'[s] = max over the two states before s of M + ½·Σ ±LLR. The first invocation traces back and reads the fields.
// A state holds the last six bits, the newest as bit 0.
// Needs lib/wifi-frame, lib/wifi-rates, lib/finite-sample, lib/complex, lib/phasor.
override FIRST: u32;      // samples from a frame's start to the transform
const LENGTH = 64u;       // points of the transform, and states
const STEPS = 24u;
const NEVER = -1e30;      // metric of a state that cannot be
const SERVICE_AND_TAIL = 22u;
// Statuses, as in frame-table.ts.
const ODD_PARITY = 2u;
const RESERVED_RATE = 3u;
const NO_LENGTH = 4u;
const CUT_OFF = 5u;
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
var<workgroup> llrs: array<f32, 2u * STEPS>;                           // A B per step
var<workgroup> metrics: array<f32, 2u * LENGTH>;                       // of this step and of the next
var<workgroup> lost: array<u32, LENGTH>;                               // bit t: state s was reached from s/2 + 32 in step t

// The metric of the coded bits that lead from a state with a new bit: generators 133 and 171, the newest bit on the left.
fn branch(state: u32, bit: u32, t: u32) -> f32 {
  // Bits u[t], u[t−1], … u[t−6] as bits 0 … 6.
  let taps = (state << 1u) | bit;
  let a = f32(countOneBits(taps & 0x6du) & 1u) - 0.5; // 133: delays 0, 2, 3, 5, 6
  let b = f32(countOneBits(taps & 0x4fu) & 1u) - 0.5; // 171: delays 0, 1, 2, 3, 6
  return a * llrs[2u * t] + b * llrs[2u * t + 1u];
}

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
    llrs[k] = 4.0 * dot(x, channel[f * LENGTH + bin]) / frame.noise;
  }
  metrics[k] = select(NEVER, 0.0, k == 0u);
  workgroupBarrier();

  var reached = 0u;
  for (var t = 0u; t < STEPS; t++) {
    let now = (t % 2u) * LENGTH;
    let first = metrics[now + k / 2u] + branch(k / 2u, k % 2u, t);
    let second = metrics[now + k / 2u + 32u] + branch(k / 2u + 32u, k % 2u, t);
    metrics[LENGTH - now + k] = max(first, second);
    if (second > first) { reached |= 1u << t; }
    workgroupBarrier();
  }
  lost[k] = reached;
  workgroupBarrier();
  if (k > 0u || row >= counts[0] || frame.status != 0u) { return; }
  var bits = 0u;
  var state = 0u;
  for (var t = STEPS; t > 0u; t--) {
    bits |= (state & 1u) << (t - 1u);
    state = state / 2u + 32u * ((lost[state] >> (t - 1u)) & 1u);
  }
  if (frame.start + FIRST + LENGTH > params.length) {
    frames[f].status = CUT_OFF;
  } else {
    frames[f] = withFields(frame, bits);
  }
}

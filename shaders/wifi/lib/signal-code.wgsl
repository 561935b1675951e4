// The terminated code 133, 171 of a signal field: 64 invocations are its states, which hold the last six bits, the newest as bit 0.
// M'[s] = max over the two states before s of M + ½·Σ ±LLR in each step; the first invocation traces back.
const SIGNAL_STATES = 64u;
const MOST_SIGNAL_STEPS = 52u;
const NEVER = -1e30;      // metric of a state that cannot be

var<workgroup> signalLlrs: array<f32, 2u * MOST_SIGNAL_STEPS>;       // A B per step
var<workgroup> signalMetrics: array<f32, 2u * SIGNAL_STATES>;        // of this step and of the next
var<workgroup> signalSurvivors: array<vec2u, SIGNAL_STATES>;         // bit t: state s was reached from s/2 + 32 in step t

// Ones that the generators count among a new bit and the state's bits: u[t], u[t−1], … u[t−6] as bits 0 … 6.
fn signalCode(taps: u32) -> vec2u {
  return vec2u(countOneBits(taps & 0x6du), countOneBits(taps & 0x4fu)) & vec2u(1u); // delays 0, 2, 3, 5, 6, and 0, 1, 2, 3, 6
}

fn signalBranch(state: u32, bit: u32, t: u32) -> f32 {
  let code = vec2f(signalCode((state << 1u) | bit)) - 0.5;
  return code.x * signalLlrs[2u * t] + code.y * signalLlrs[2u * t + 1u];
}

// The bits of a field of `steps` bits whose LLRs are in place, in the first invocation; the result of the others is void.
// Uniform control flow only, after a barrier.
fn decodeSignalField(k: u32, steps: u32) -> vec2u {
  signalMetrics[k] = select(NEVER, 0.0, k == 0u);
  workgroupBarrier();
  var reached = vec2u();
  for (var t = 0u; t < steps; t++) {
    let now = (t % 2u) * SIGNAL_STATES;
    let first = signalMetrics[now + k / 2u] + signalBranch(k / 2u, k % 2u, t);
    let second = signalMetrics[now + k / 2u + 32u] + signalBranch(k / 2u + 32u, k % 2u, t);
    signalMetrics[SIGNAL_STATES - now + k] = max(first, second);
    if (second > first) { reached[t / 32u] |= 1u << (t % 32u); }
    workgroupBarrier();
  }
  signalSurvivors[k] = reached;
  workgroupBarrier();
  var bits = vec2u();
  if (k > 0u) { return bits; }
  var state = 0u;
  for (var t = steps; t > 0u; t--) {
    let at = t - 1u;
    bits[at / 32u] |= (state & 1u) << (at % 32u);
    state = state / 2u + 32u * ((signalSurvivors[state][at / 32u] >> (at % 32u)) & 1u);
  }
  return bits;
}

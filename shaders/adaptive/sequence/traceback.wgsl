// The path of the Viterbi algorithm, backwards: the state before s is ⌊s/M⌋ + d·M^(L − 1), where d left, and its lowest digit is the symbol.
// DEPTH 0: one invocation per packet follows it from the known end. Else one invocation per symbol and packet starts from the best state
// DEPTH symbols later. Needs lib/sent and the constants of the kernel viterbi: STATES, CHOICES, BITS and MEMORY.
override GROUP: u32; // invocations per workgroup
override DEPTH: u32; // symbols after which a decision is taken; 0: at the packet's end
const PER = 32u / BITS;
struct Params {
  packets: u32,
  symbols: u32, // K
  guard: u32,
}
@group(0) @binding(0) var<storage, read> labels: array<u32>;            // [word][packet], four labels each
@group(0) @binding(1) var<storage, read> points: array<vec2f>;          // by label
@group(0) @binding(2) var<storage, read> survivors: array<u32>;         // [packet][⌈(K + L)/PER⌉][state]
@group(0) @binding(3) var<storage, read> best: array<u32>;              // [packet][K + L]
@group(0) @binding(4) var<storage, read_write> estimates: array<vec2f>; // [symbol][packet]
@group(0) @binding(5) var<uniform> params: Params;

fn before(state: u32, k: u32, packet: u32) -> u32 {
  let words = (params.symbols + MEMORY + PER - 1u) / PER;
  let word = survivors[(packet * words + k / PER) * STATES + state];
  return state / CHOICES + ((word >> (BITS * (k % PER))) & (CHOICES - 1u)) * (STATES / CHOICES);
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let packet = id.x;
  let symbol = id.y + groups.y * id.z;
  if (packet >= params.packets || symbol >= params.symbols) { return; }
  let last = params.symbols + MEMORY - 1u;
  var k = select(min(symbol + DEPTH, last), last, DEPTH == 0u);
  var state = 0u;
  if (k == last) {
    for (var l = 0u; l < MEMORY; l++) { state = state * CHOICES + label(params.guard + last - MEMORY + 1u + l, packet); }
  } else {
    state = best[packet * (params.symbols + MEMORY) + k];
  }
  while (true) {
    if (k < params.symbols && (DEPTH == 0u || k == symbol)) {
      estimates[k * params.packets + packet] = points[state % CHOICES];
    }
    if (k == select(symbol, 0u, DEPTH == 0u)) { break; }
    state = before(state, k, packet);
    k--;
  }
}

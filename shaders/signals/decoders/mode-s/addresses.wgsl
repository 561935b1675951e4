// Notes which addresses a page's candidates may confirm, and at which steps candidates start. A reading with a checked format and the
// remainder 0 may confirm its address. Grid-stride over the page's candidates.
override GROUP: u32; // invocations per workgroup
override RING: u32;  // candidates that the ring holds, a power of two
struct Params {
  page: u32,   // number of the page, modulo 2³²
  first: u32,  // its first step, modulo 2³²
  given: u32,  // addresses that the processor adds
  rescan: u32, // 1: the claims look at the whole ring
}
@group(0) @binding(0) var<storage, read_write> candidates: array<vec4u>; // RING heads, then RING bodies: see candidates.wgsl
@group(0) @binding(1) var<storage, read> counts: array<u32>;             // starts, then all candidates so far modulo 2³²
@group(0) @binding(2) var<storage, read_write> progress: array<atomic<u32>>; // candidates before the page, 1 if the ring must be looked at, GIVEN addresses, and the candidates before each of the newest PAGES pages
@group(0) @binding(3) var<storage, read_write> known: array<atomic<u32>>;   // a bit per address that may be confirmed
@group(0) @binding(4) var<storage, read_write> entered: array<atomic<u32>>; // a bit per step at which a candidate with an unchecked reading starts
@group(0) @binding(5) var<uniform> params: Params;

const READINGS = 6u;
const GIVEN = 254u;
const PAGES = 65536u;
const HEAD = 2u;
const BODY = 8u;
const OCTETS = 2u; // vectors of a body before the readings' octets

fn note(address: u32) {
  let bit = 1u << (address & 31u);
  if ((atomicOr(&known[address >> 5u], bit) & bit) == 0u) { atomicStore(&progress[1], 1u); }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let before = atomicLoad(&progress[0]);
  if (id.x == 0u) {
    atomicStore(&progress[2u + GIVEN + params.page % PAGES], before);
    if (params.rescan == 1u) { atomicStore(&progress[1], 1u); }
    for (var k = 0u; k < params.given; k++) { note(atomicLoad(&progress[2u + k])); }
  }
  let all = counts[1] - before;
  for (var k = id.x; k < all; k += groups.x * GROUP) {
    let slot = (before + k) & (RING - 1u);
    let head = candidates[HEAD * slot];
    let more = candidates[HEAD * slot + 1u];
    let remainders = array<u32, READINGS>(head.z, head.w, more.x, more.y, more.z, more.w);
    let kept = head.y & 63u;
    let isChecked = (head.y >> 16u) & 63u;
    if ((kept & ~isChecked) != 0u) { atomicOr(&entered[head.x >> 5u], 1u << (head.x & 31u)); }
    for (var reading = 0u; reading < READINGS; reading++) {
      if (((isChecked >> reading) & 1u) == 1u && remainders[reading] == 0u) {
        note(candidates[HEAD * RING + BODY * slot + OCTETS + reading].x & 0xffffffu);
      }
    }
    candidates[HEAD * slot].x = head.x + params.first;
  }
}

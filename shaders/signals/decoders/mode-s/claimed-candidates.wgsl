// Copies the candidates that may be frames: an unchecked remainder is an address that may be confirmed, or a checked one may be corrected or
// is an interrogator's code. If a page brought a new address, older candidates of the ring are looked at again. Each candidate is
// copied once. Grid-stride; the copies have no order.
override GROUP: u32;    // invocations per workgroup
override RING: u32;     // candidates that the ring holds, a power of two
override CAPACITY: u32; // copies that there is room for
override STEPS: u32;    // steps of a page
override WAIT: u32;     // steps that a candidate waits for the confirmation of its address
override ALL: bool;     // copies all candidates
struct Params {
  page: u32,  // number of the page, modulo 2³²
  first: u32, // its first step, modulo 2³²
}
@group(0) @binding(0) var<storage, read_write> candidates: array<vec4u>; // RING heads with steps modulo 2³², then RING bodies
@group(0) @binding(1) var<storage, read> counts: array<u32>;             // starts, then all candidates so far modulo 2³²
@group(0) @binding(2) var<storage, read> progress: array<u32>;           // candidates before the page, 1 if the ring must be looked at: see addresses.wgsl
@group(0) @binding(3) var<storage, read> known: array<u32>;              // a bit per address that may be confirmed
@group(0) @binding(4) var<storage, read> checked: array<u32>;            // a bit per lowest 16 bits of a checked remainder that may be a frame: of 56 bits, then of 112
@group(0) @binding(5) var<storage, read_write> found: array<atomic<u32>>; // candidates that may be frames, more than CAPACITY if not all are copied
@group(0) @binding(6) var<storage, read_write> claims: array<vec4u>;      // CAPACITY heads, then CAPACITY bodies
@group(0) @binding(7) var<uniform> params: Params;

const READINGS = 6u;
const HEAD = 2u;
const BODY = 8u;
const IS_LONG = 256u;
const IS_COPIED = 512u;
const PAGE_STARTS = 256u; // in progress
const PAGES = 65536u;

// Whether all candidates of an older page are in the ring: which of a part of them are left would depend on the device.
fn isWhole(step: u32, end: u32) -> bool {
  let back = (params.first - step + STEPS - 1u) / STEPS;
  return back < PAGES && end - progress[PAGE_STARTS + (params.page - back) % PAGES] <= RING;
}

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let end = counts[1];
  let all = select(end - progress[0], RING, progress[1] == 1u);
  for (var k = id.x; k < all; k += groups.x * GROUP) {
    let slot = (end - 1u - k) & (RING - 1u);
    let head = candidates[HEAD * slot];
    if ((head.y & IS_COPIED) != 0u) { continue; }
    // Words that no candidate has written yet have no readings.
    if ((head.y & 63u) == 0u) { continue; }
    let isOwn = head.x - params.first < STEPS;
    if (!isOwn && (params.first - head.x > WAIT || !isWhole(head.x, end))) {
      candidates[HEAD * slot].y = IS_COPIED;
      continue;
    }
    let more = candidates[HEAD * slot + 1u];
    let remainders = array<u32, READINGS>(head.z, head.w, more.x, more.y, more.z, more.w);
    let row = select(0u, 2048u, (head.y & IS_LONG) != 0u);
    var mayBe = ALL;
    for (var reading = 0u; reading < READINGS; reading++) {
      if (((head.y >> reading) & 1u) == 0u) { continue; }
      let remainder = remainders[reading];
      let low = remainder & 0xffffu;
      let isChecked = ((head.y >> (16u + reading)) & 1u) == 1u;
      let word = select(known[remainder >> 5u], checked[row + (low >> 5u)], isChecked);
      mayBe = mayBe || ((word >> (remainder & 31u)) & 1u) == 1u;
    }
    if (!mayBe) { continue; }
    let place = atomicAdd(&found[0], 1u);
    if (place >= CAPACITY) { continue; }
    candidates[HEAD * slot].y = head.y | IS_COPIED;
    claims[HEAD * place] = head;
    claims[HEAD * place + 1u] = more;
    for (var v = 0u; v < BODY; v++) { claims[HEAD * CAPACITY + BODY * place + v] = candidates[HEAD * RING + BODY * slot + v]; }
  }
}

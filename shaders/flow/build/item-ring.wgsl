// Items that wait between pages of two sizes, in a ring of R words. Task 0 appends a page, ring[(at + n) mod R] = page[n]
// for n < N. Task 1 gives one, page[n] = ring[(at + n) mod R] for n < N and 0 behind, an invocation per word of the page.
// Task 2 moves on, at = (at + N) mod R, with one invocation. Each end of the ring has its own place `at`.
override GROUP: u32; // invocations per workgroup
override TASK: u32;
override WORDS: u32; // 32-bit words per item
override PAGE: u32;  // words of the largest page
override RING: u32;  // R
@group(0) @binding(0) var<storage, read> count: array<u32>; // one number: items in the page
@group(0) @binding(1) var<storage, read_write> page: array<u32>;
@group(0) @binding(2) var<storage, read_write> ring: array<u32>;
@group(0) @binding(3) var<storage, read_write> at: array<u32>; // one number, in words

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let n = id.y * groups.x * GROUP + id.x;
  let words = count[0] * WORDS;
  if (TASK == 2u) {
    if (n == 0u) { at[0] = (at[0] + words) % RING; }
    return;
  }
  if (n >= PAGE) { return; }
  let place = (at[0] + n) % RING;
  if (TASK == 0u) {
    if (n < words) { ring[place] = page[n]; }
  } else if (n < words) {
    page[n] = ring[place];
  } else {
    page[n] = 0u;
  }
}

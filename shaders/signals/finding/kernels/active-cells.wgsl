// The cells whose 3 frames and 3 bins reach a threshold, and those that hold a short, or a long block over its threshold: a bit per cell each.
// The cells of lines are replaced. One workgroup per GROUP bins of 16 frames. Invocation i has a bin.
// Needs lib/segment-frames.
override GROUP: u32;  // invocations and bins per workgroup
override BINS: u32;
override WORDS: u32;  // words of a row of bits
override MOST: u32;   // most frames
override IS_SHORT: bool;
override CELL: f32;   // least sums of ratios
override SHORT: f32;
override LONG: f32;   // of 16 frames and 3 bins
override SHORT_AT_ZERO: f32; // of blocks that hold frequency 0
override LONG_AT_ZERO: f32;
const FRAMES = 16u;
@group(0) @binding(1) var<storage, read> ratios: array<f32>; // [frame][bin]
@group(0) @binding(2) var<storage, read_write> bits: array<u32>; // [frame][active, short, long][word]
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>; // active, short and long cells; MOST less the first frame of blocks, and the frame after the last one
@group(0) @binding(4) var<storage, read> lineOf: array<u32>; // [bin]: 0, or the line's number from 1 on
@group(0) @binding(5) var<storage, read> means: array<f32>;  // [line][frame]: replace the cells

var<workgroup> words: array<atomic<u32>, 3 * FRAMES * ((GROUP + 31) / 32)>;
var<workgroup> found: array<atomic<u32>, 5>;

fn cell(t: u32, k: u32, line: u32) -> f32 {
  if (line > 0u) { return means[(line - 1u) * MOST + t]; }
  return ratios[t * BINS + k];
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) i: u32) {
  let count = select(frames.long, frames.short, IS_SHORT);
  // Frame t of the grid is the ninth of a long block, so 16 frames have their blocks in 31 rows.
  if (group.y * FRAMES >= count + FRAMES / 2u) { return; }
  let each = (GROUP + 31u) / 32u;
  for (var w = i; w < 3u * FRAMES * each; w += GROUP) { atomicStore(&words[w], 0u); }
  if (i < 5u) { atomicStore(&found[i], 0u); }
  let k = group.x * GROUP + i;
  // At the band's ends the neighbour on the other end counts: it is as close.
  let before = (k + BINS - 1u) % BINS;
  let after = (k + 1u) % BINS;
  let lines = vec3u(lineOf[before], lineOf[k], lineOf[after]);
  let first = i32(group.y * FRAMES) - i32(FRAMES);
  var sums: array<f32, 32>;
  for (var r = 0u; r < 32u; r++) {
    let t = first + i32(r);
    let row = u32(clamp(t, 0, i32(count) - 1));
    let sum = cell(row, before, lines.x) + cell(row, k, lines.y) + cell(row, after, lines.z);
    sums[r] = select(0.0, sum, t >= 0 && t < i32(count));
  }
  // A long block is the end of the first 16 rows and the beginning of the others: terms of strong signals are not subtracted.
  var ends: array<f32, 16>;
  var sum = 0.0;
  for (var j = 16u; j > 0u; j--) {
    sum += sums[j - 1u];
    ends[j - 1u] = sum;
  }
  workgroupBarrier();
  var start = 0.0;
  let isAtZero = k + 1u >= BINS / 2u && k <= BINS / 2u + 1u;
  let shortLimit = select(SHORT, SHORT_AT_ZERO, isAtZero);
  let longLimit = select(LONG, LONG_AT_ZERO, isAtZero);
  for (var j = 0u; j < FRAMES; j++) {
    let t = first + 8 + i32(j);
    let short = sums[j + 7u] + sums[j + 8u] + sums[j + 9u];
    if (t >= 0 && t < i32(count) && short >= CELL) {
      let place = vec3u(j * 3u, j * 3u + 1u, j * 3u + 2u) * each + i / 32u;
      let bit = 1u << (i % 32u);
      atomicOr(&words[place.x], bit);
      atomicAdd(&found[0], 1u);
      if (short >= shortLimit) {
        atomicOr(&words[place.y], bit);
        atomicAdd(&found[1], 1u);
      }
      let isLong = ends[j] + start >= longLimit;
      if (isLong) {
        atomicOr(&words[place.z], bit);
        atomicAdd(&found[2], 1u);
      }
      if (isLong || short >= shortLimit) {
        atomicMax(&found[3], MOST - u32(t));
        atomicMax(&found[4], u32(t) + 1u);
      }
    }
    start += sums[16u + j];
  }
  workgroupBarrier();
  for (var w = i; w < 3u * FRAMES * each; w += GROUP) {
    let t = first + 8 + i32(w / (3u * each));
    if (t >= 0 && t < i32(count)) {
      bits[(u32(t) * 3u + w / each % 3u) * WORDS + group.x * each + w % each] = atomicLoad(&words[w]);
    }
  }
  if (i < 5u && atomicLoad(&found[i]) > 0u) {
    if (i < 3u) { atomicAdd(&counts[i], atomicLoad(&found[i])); } else { atomicMax(&counts[i], atomicLoad(&found[i])); }
  }
}

// The cells of lines, and what replaces them: the mean of BESIDE cells on both sides, of which some may belong to lines that were replaced
// before. One invocation per frame.
// Needs lib/segment-frames.
override GROUP: u32;  // invocations per workgroup
override BINS: u32;
override MOST: u32;   // most frames
override BESIDE: u32;
override IS_SHORT: bool;
@group(0) @binding(1) var<storage, read> ratios: array<f32>;      // [frame][bin]
@group(0) @binding(2) var<storage, read> bands: array<vec4u>;     // of each line, in order: bins [x, y), and its first row of cells, z
@group(0) @binding(3) var<storage, read> lineOf: array<u32>;      // [bin]: 0, or the line's number from 1 on
@group(0) @binding(4) var<storage, read_write> means: array<f32>; // [line][frame]
@group(0) @binding(5) var<storage, read_write> cells: array<f32>; // [row][frame]; not of short transforms

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let t = id.x;
  if (t >= select(frames.long, frames.short, IS_SHORT)) { return; }
  for (var line = 0u; line < select(frames.longLines, frames.shortLines, IS_SHORT); line++) {
    let band = bands[line];
    if (!IS_SHORT) {
      for (var k = band.x; k < band.y; k++) { cells[(band.z + k - band.x) * MOST + t] = ratios[t * BINS + k]; }
    }
    var sum = 0.0;
    var count = 0u;
    for (var d = 0u; d < 2u * BESIDE; d++) {
      // Cells below the band, and above it.
      let k = select(band.y + d / 2u, band.x - 1u - d / 2u, d % 2u == 0u);
      if (k >= BINS) { continue; } // below bin 0, too: the difference wraps
      let other = lineOf[k];
      if (other > 0u && other <= line) {
        sum += means[(other - 1u) * MOST + t];
      } else {
        sum += ratios[t * BINS + k];
      }
      count++;
    }
    means[line * MOST + t] = sum / f32(count);
  }
}

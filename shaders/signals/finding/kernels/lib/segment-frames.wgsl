// The frames of a segment, of its long and of its short transforms; and the lines in both grids.
struct SegmentFrames {
  long: u32,
  short: u32,
  longLines: u32,
  shortLines: u32,
}
@group(0) @binding(0) var<uniform> frames: SegmentFrames;

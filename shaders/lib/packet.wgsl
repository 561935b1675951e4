// One line of the packet table that the preamble detector writes, one a slot (32 slots a block).
struct Packet {
  start: i32,  // index of packet sample 0 in the block's row of samples
  found: u32,  // 1 when a whole packet is there
  metric: f32, // T(n) at the start
  index: i32,  // the packet's place in the stream, relative to the block's first
}

// One line of the preamble detector's packet table, one per slot (32 slots per block).
struct Packet {
  start: i32,  // index of packet sample 0 in the block's row of samples
  found: u32,  // 1 if the packet is complete
  metric: f32, // T(n) at the start
  index: i32,  // the packet's place in the stream, relative to the block's first
}

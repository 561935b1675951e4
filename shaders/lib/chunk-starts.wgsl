// Where the states of iir/chunk-starts lie: a chunk begins with w = starts[chunk] + p^(distance from its piece)·pieces[piece].
// Needs lib/poles, and of the kernel WIDTH (parts of a sample), `starts`, `pieces` and `reach` ([four][place in a piece]).
override FOURS: u32; // poles, four at a time
override PIECE: u32; // chunks in a piece

fn startOf(signal: u32, chunk: u32, chunks: u32, four: u32, part: u32) -> Four {
  let piece = signal * ((chunks + PIECE - 1u) / PIECE) + chunk / PIECE;
  let within = (signal * chunks + chunk) * FOURS + four;
  return advanced(reach[four * PIECE + chunk % PIECE], pieces[(piece * FOURS + four) * WIDTH + part], starts[within * WIDTH + part]);
}

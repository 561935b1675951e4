// The layout of the states of iir/chunk-starts. A chunk begins with w = starts[chunk] + p^(distance from its
// piece)·pieces[piece].
// Needs lib/poles, and of the kernel WIDTH (parts of a sample), params.chunks (of a signal), params.fours (poles, four at a time),
// `starts`, `pieces` and `reach`, [four][place in a piece].
override PIECE: u32; // chunks in a piece

fn startOf(signal: u32, chunk: u32, four: u32, part: u32) -> Four {
  let piece = signal * ((params.chunks + PIECE - 1u) / PIECE) + chunk / PIECE;
  let before = pieces[(piece * params.fours + four) * WIDTH + part];
  let within = starts[((signal * params.chunks + chunk) * params.fours + four) * WIDTH + part];
  return advanced(reach[four * PIECE + chunk % PIECE], before, within);
}

// Windows of a terminated codeword, which one invocation each decodes, and of a stream.
const TAIL = 6u;

struct Codeword {
  first: u32,   // place of its first stage
  row: u32,     // place of its first decisions
  length: u32,  // information bits; the tail follows them
  overlap: u32, // stages before and after a window, a multiple of 8
}

struct Window {
  first: u32,   // place of the codeword
  row: u32,     // place of the decisions of its first stages
  stages: u32,  // of the codeword
  start: u32,   // first stage of the metrics
  begin: u32,   // the window's own stages: begin … limit − 1
  limit: u32,
  end: u32,     // the stages back to `begin` start before it
  opens: bool,  // `start` begins in state 0
  closes: bool, // `end` is in state 0
}

// Window `window` of a codeword, in windows of `words` words.
fn windowOf(c: Codeword, window: u32, words: u32) -> Window {
  let stages = c.length + TAIL;
  let begin = 32u * words * window;
  let limit = min(c.length, begin + 32u * words);
  // The last window decodes to the end of the codeword.
  let end = select(min(stages, limit + c.overlap), stages, limit == c.length);
  let start = max(begin, c.overlap) - c.overlap;
  return Window(c.first, c.row, stages, start, begin, limit, end, start == 0u, end == stages);
}

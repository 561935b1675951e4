// The table of 802.11 frames as a table of codewords for codes/convolutional/table-decoder: SERVICE and PSDU of each frame.
// Needs lib/frame and lib/viterbi-window.
override OVERLAP_HALF: u32;           // stages before and after a window at rate 1/2
override OVERLAP_TWO_THIRDS: u32;     // at rate 2/3
override OVERLAP_THREE_QUARTERS: u32; // at rate 3/4
alias Row = Frame;

fn firstWindowOf(frame: Frame) -> u32 { return frame.firstWindow; }

fn codewordOf(frame: Frame) -> Codeword {
  var overlap = OVERLAP_HALF;
  if (frame.rate == 6u) { overlap = OVERLAP_TWO_THIRDS; }
  else if (frame.rate % 2u == 1u) { overlap = OVERLAP_THREE_QUARTERS; }
  return Codeword(32u * frame.firstWord, frame.firstWord, 16u + 8u * frame.length, overlap);
}

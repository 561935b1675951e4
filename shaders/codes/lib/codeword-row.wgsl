// A table of codewords for codes/convolutional/table-decoder.
struct CodewordRow {
  firstWord: u32,   // words of decided bits of all codewords before this one; its LLRs begin at stage 32 · firstWord
  length: u32,      // information bits; the tail follows them
  overlap: u32,     // stages before and after a window
  firstWindow: u32, // windows of all codewords before this one
}
alias Row = CodewordRow;

fn firstWindowOf(row: Row) -> u32 { return row.firstWindow; }

fn codewordOf(row: Row) -> Codeword { return Codeword(32u * row.firstWord, row.firstWord, row.length, row.overlap); }

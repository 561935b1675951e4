// A candidate residue for a block's chain of packets.
struct Candidate {
  score: f32,   // S(ρ); 0 without a packet
  residue: u32, // ρ
}

// The higher score; of equal ones the smaller residue.
fn better(a: Candidate, b: Candidate) -> Candidate {
  if (b.score > a.score || (b.score == a.score && b.residue < a.residue)) { return b; }
  return a;
}

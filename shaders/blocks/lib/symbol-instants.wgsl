// Where the symbols lie between samples. The kernel has the override DELAY and the bindings `positions` and `seen`.

// Whether a symbol lies after position j and not after the next one. There is none before the first sample.
fn hasSymbol(j: u32) -> bool {
  let now = positions[j];
  let next = positions[j + 1u];
  return bitcast<i32>(next - now) > 0i && next < now && seen[1] + j >= DELAY + 1u;
}

// The place of the symbol between position j and the next one, from 0 to 1.
fn symbolPlace(j: u32) -> f32 {
  let now = positions[j];
  return f32(0u - now) / f32(positions[j + 1u] - now);
}

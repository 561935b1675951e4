// Samples of the page and before it. The kernel has the overrides WORDS and HISTORY, and the bindings `count`, `x` and `recent`.

// Sample i of the page, from −HISTORY on. Behind its end there are zeros.
fn sample(i: i32) -> vec2f {
  var value = vec2f();
  if (i < 0i) {
    let at = WORDS * u32(max(0i, i32(HISTORY) + i));
    value.x = recent[at];
    if (WORDS == 2u) { value.y = recent[at + 1u]; }
  } else if (u32(i) < count[0]) {
    let at = WORDS * u32(i);
    value.x = x[at];
    if (WORDS == 2u) { value.y = x[at + 1u]; }
  }
  return value;
}

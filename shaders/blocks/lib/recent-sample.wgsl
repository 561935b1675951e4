// Samples of the page and before it. The kernel has the overrides WORDS and HISTORY, and the bindings `count`, `x` and `recent`.
// Needs lib/finite.

// Sample i of the page, from −HISTORY on. Behind its end there are zeros. What is not finite counts as zero.
fn sample(i: i32) -> vec2f {
  var value = vec2f();
  if (i < 0i) {
    let at = WORDS * u32(max(0i, i32(HISTORY) + i));
    value.x = finite(recent[at]);
    if (WORDS == 2u) { value.y = finite(recent[at + 1u]); }
  } else if (u32(i) < count[0]) {
    let at = WORDS * u32(i);
    value.x = finite(x[at]);
    if (WORDS == 2u) { value.y = finite(x[at + 1u]); }
  }
  return value;
}

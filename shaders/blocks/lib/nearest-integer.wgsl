// The nearest integer, of two the even one, within the range of i32; 0 for NaN.
fn nearestInteger(x: f32) -> i32 {
  let whole = i32(clamp(round(x), -2147483648.0, 2147483520.0));
  let inRange = select(whole, 2147483647, x >= 2147483648.0);
  return select(0, inRange, x == x);
}

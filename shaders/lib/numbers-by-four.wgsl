// Numbers of memory four at a time, for rows that are a multiple of that: an H100 moves them a fifth faster.
const UNIT = 4u;
alias Unit = vec4f;

fn part(unit: Unit, which: u32) -> f32 {
  return unit[which];
}

fn united(a: f32, b: f32, c: f32, d: f32) -> Unit {
  return vec4f(a, b, c, d);
}

// The real and the imaginary parts of points, for an exchange that takes them in turn. Needs lib/fft.
alias Whole = array<f32, 16>;

fn realParts(x: Points) -> Whole {
  return Whole(
    x[0].x, x[1].x, x[2].x, x[3].x, x[4].x, x[5].x, x[6].x, x[7].x, x[8].x, x[9].x, x[10].x, x[11].x, x[12].x, x[13].x,
    x[14].x, x[15].x,
  );
}

fn imaginaryParts(x: Points) -> Whole {
  return Whole(
    x[0].y, x[1].y, x[2].y, x[3].y, x[4].y, x[5].y, x[6].y, x[7].y, x[8].y, x[9].y, x[10].y, x[11].y, x[12].y, x[13].y,
    x[14].y, x[15].y,
  );
}

fn complexPoints(re: Whole, im: Whole) -> Points {
  return Points(
    vec2f(re[0], im[0]), vec2f(re[1], im[1]), vec2f(re[2], im[2]), vec2f(re[3], im[3]), vec2f(re[4], im[4]),
    vec2f(re[5], im[5]), vec2f(re[6], im[6]), vec2f(re[7], im[7]), vec2f(re[8], im[8]), vec2f(re[9], im[9]),
    vec2f(re[10], im[10]), vec2f(re[11], im[11]), vec2f(re[12], im[12]), vec2f(re[13], im[13]), vec2f(re[14], im[14]),
    vec2f(re[15], im[15]),
  );
}

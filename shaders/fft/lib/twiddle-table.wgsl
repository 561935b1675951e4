// Twiddles of lib/fft from a table. If transforms wait for memory and registers are few, reading them is faster than
// computing them on an H100. They are rounded only once.
// Needs lib/fft, lib/complex, and a kernel's binding twiddles: W_N^{n·k} at n + k·N/16, n < N/16, k < 16.

// x[k] · W_N^{n·k}
fn twiddled(n: u32, x: Points) -> Points {
  return Points(
    x[0], turned(n, 1u, x[1]), turned(n, 2u, x[2]), turned(n, 3u, x[3]), turned(n, 4u, x[4]), turned(n, 5u, x[5]),
    turned(n, 6u, x[6]), turned(n, 7u, x[7]), turned(n, 8u, x[8]), turned(n, 9u, x[9]), turned(n, 10u, x[10]),
    turned(n, 11u, x[11]), turned(n, 12u, x[12]), turned(n, 13u, x[13]), turned(n, 14u, x[14]), turned(n, 15u, x[15]),
  );
}

fn turned(n: u32, k: u32, z: vec2f) -> vec2f {
  return mul(z, twiddles[n + k * fftLanes()]);
}

// Pilots of 802.11 OFDM, IEEE Std 802.11-2012, 18.3.5.9 and 18.3.5.10.
const PILOT_CARRIERS = array<f32, 4>(-21.0, -7.0, 7.0, 21.0);

// Bit n is 1 where the polarity of symbol n is negative; symbol 0 is SIGNAL. It repeats after 127 symbols.
const NEGATIVE_POLARITY = array<u32, 4>(0x40934f70u, 0x306d7464u, 0x542de72bu, 0x7f1d8a5fu);

fn pilotPolarity(symbol: u32) -> f32 {
  let n = symbol % 127u;
  return select(1.0, -1.0, ((NEGATIVE_POLARITY[n / 32u] >> (n % 32u)) & 1u) == 1u);
}

// What a symbol sends on pilots k and −k, for k = 7 or 21.
fn pilotsSent(symbol: u32, k: u32) -> vec2f {
  return pilotPolarity(symbol) * vec2f(select(1.0, -1.0, k == 21u), 1.0);
}

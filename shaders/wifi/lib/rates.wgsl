// The eight rates of 802.11 OFDM by their index in RATES of wifi/frame/rates.ts.

// Coded bits per carrier, N_BPSC.
fn bitsPerCarrier(rate: u32) -> u32 {
  return array<u32, 4>(1u, 2u, 4u, 6u)[rate / 2u];
}

// Data bits per symbol, N_DBPS.
fn dataBitsPerSymbol(rate: u32) -> u32 {
  return array<u32, 8>(24u, 36u, 48u, 72u, 96u, 144u, 192u, 216u)[rate];
}

// The place of bit `bit` of data carrier `carrier` (0 … 47) in the codeword A B A B … of its symbol before puncturing.
// The deinterleaver of IEEE Std 802.11-2012, 18.3.5.7, and the puncturing patterns of figure 18-9.
fn codewordPlace(rate: u32, carrier: u32, bit: u32) -> u32 {
  let bits = bitsPerCarrier(rate);
  let half = max(bits / 2u, 1u);
  let j = carrier * bits + bit;
  let i = half * (j / half) + (j + j / (3u * bits)) % half; // 16·j/N_CBPS is j/(3·N_BPSC)
  let column = i / (3u * bits);
  let k = 16u * (i - 3u * bits * column) + column;
  if (rate == 6u) { return k / 3u * 4u + k % 3u; }                                     // 2/3: A B A
  if (rate % 2u == 1u) { return k / 4u * 6u + k % 4u + select(0u, 2u, k % 4u == 3u); } // 3/4: A B A, B
  return k;
}

// One line of the table of a page's 802.11 frames. The receiver's stages fill its members in this order.
struct Frame {
  start: u32,       // the page's sample at which the short training begins
  offset: f32,      // carrier frequency offset ω, rad per sample: sample n is turned back by e^{−jω(n − start)}, in training and data alike
  noise: f32,       // E|noise|² per carrier of the unnormalized transform of 64 samples
  dcReal: f32,      // the samples' constant offset: subtract it before turning them back
  dcImaginary: f32,
  status: u32,      // 0 while nothing speaks against the frame; else an index into STATUSES of frame-table.ts
  rate: u32,        // index into RATES, the slowest first
  length: u32,      // octets of the PSDU
  symbols: u32,     // symbols of data; 0 if status is not 0
  firstSymbol: u32, // symbols of data of all frames before this one
  firstWord: u32,   // words of 32 decoded bits of all frames before this one; a frame has ⌈symbols · data bits/32⌉
  firstWindow: u32, // windows of the Viterbi decoder of all frames before this one
  error: f32,       // mean |equalized point − nearest point of the constellation|² of the data carriers
  scrambler: u32,   // the scrambler's initial state
  intact: u32,      // 1 if the frame check sequence fits
  claim: u32,       // samples from the start to the end that SIGNAL or HT-SIG gives; 0 if neither does
  format: u32,      // index into FORMATS of frame/formats.ts
  field0: u32,      // words of the signal field that names another standard; bit 31 of the first one: its CRC holds
  field1: u32,
}

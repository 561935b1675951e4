import type { Lecture } from "../../kit/lecture.ts";

const CHIRPS = "example=tone-and-chirps";
const MEDIUM_WAVE = "example=medium-wave&hear=am";

/** The lectures of the Recordings lab. The recordings themselves show every number in their texts. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "reading-a-waterfall",
    chapter: "signals",
    teaches: ["waterfalls"],
    title: "Reading a waterfall",
    about:
      "Time runs to the right, frequency upwards, and colour shows power. The transform’s length decides how sharp each axis is.",
    lab: "recordings",
    steps: [
      {
        title: "Four signals",
        text: "The recording lasts 65.5 ms and shows 1 MHz about 433.92 MHz. A horizontal line is a steady tone. A slanted line is a chirp: its frequency rises. A block of two lines is a burst of digital modulation. A vertical band is noise over all frequencies. The boxes are annotations from the file.",
        question: "How fast does each chirp rise? Drag a box around one chirp, and read Δt and Δf.",
        answer: "250 kHz in 2.048 ms: 122 MHz per second.",
        scenario: CHIRPS,
        focus: "waterfall",
      },
      {
        title: "Long transforms separate frequencies",
        text: "Each column is an FFT of the samples about its time. Now it takes 2048 points, or 2.048 ms. The resolution bandwidth is the 3 dB width of a line: with Blackman’s window 1.64 bins, here 0.8 kHz. Two equal tones need the 6 dB width to show a dip between them: 2.30 bins, here 1.1 kHz. The tone is a thin line. The chirps are blurred, because their frequency changes by 250 kHz within one transform.",
        question:
          "Set Transform to 64 in the panel. By how much does the noise floor rise? The cursor shows the level.",
        answer:
          "By 15 dB: 3 dB for each of five halvings. A bin twice as wide holds twice the noise’s power, and the same power of the tone.",
        scenario: `${CHIRPS}&fft=2048`,
        focus: "waterfall",
      },
      {
        title: "Short transforms separate times",
        text: "With 64 points a transform lasts 64 µs. Here are 20 symbols of the FSK burst, 128 µs each. The line jumps between two frequencies, and each jump is sharp in time. The resolution bandwidth is now 26 kHz, so each line is wide.",
        question: "Set Transform to 1024 in the panel. Why do the jumps disappear?",
        answer: "One transform covers eight symbols, so each column shows both frequencies at once.",
        scenario: `${CHIRPS}&fft=64&from=34000&count=2560&band=0.2:0.4`,
        focus: "waterfall",
      },
      {
        title: "The best length for a chirp",
        text: "No window is sharp in time and in frequency: the product of the two widths has a lower limit. A short transform blurs the chirp by its resolution bandwidth. A long one blurs it by the distance that the chirp travels meanwhile. In between is an optimum.",
        question: "Try all lengths in the panel. Which one shows the thinnest chirp?",
        answer:
          "256 points, with a width of 10 kHz. 128 points give 13 kHz, 64 points 26 kHz, and 1024 points 36 kHz. The chirp rises by 122 MHz per second, so both blurs are about equal near 200 µs.",
        scenario: `${CHIRPS}&fft=256&from=6000&count=4096&band=-0.4:-0.05`,
        focus: "waterfall",
      },
    ],
  },
  {
    id: "complex-samples",
    chapter: "signals",
    teaches: ["complex samples"],
    needs: ["waterfalls"],
    title: "Complex samples and negative frequencies",
    about: "A sample has two parts, I and Q. Together they distinguish a frequency above the centre from one below it.",
    lab: "recordings",
    steps: [
      {
        title: "Above and below the centre",
        text: "A receiver shifts 433.92 MHz to frequency 0 and records I and Q. In the samples the tone at 434.04 MHz turns at +120 kHz. The chirps are below the centre: they run from −350 to −100 kHz. At 1 million complex samples per second, all frequencies from −500 to +500 kHz are distinct.",
        question: "Where would a signal at 434.52 MHz appear if the receiver did not filter it out?",
        answer: "At 433.52 MHz. It is 600 kHz above the centre, and 600 − 1000 = −400 kHz gives the same samples.",
        scenario: CHIRPS,
        focus: "waterfall",
      },
      {
        title: "A positive frequency",
        text: "The strip under the map shows 50 samples of the tone, and each point is one value of I or of Q. The pair (I, Q) moves on a circle, counter-clockwise. So Q reaches its maximum a quarter of a period after I.",
        question: "How many samples does one turn take?",
        answer: "8.3 samples: 1 MHz / 120 kHz.",
        scenario: `${CHIRPS}&from=30000&count=50`,
        focus: "waterfall",
      },
      {
        title: "A negative frequency",
        text: "These 40 samples are from the end of the first chirp, near −104 kHz. The circle now runs clockwise: Q reaches its maximum a quarter of a period before I. The weaker tone makes the circle uneven.",
        question: "Could I alone tell the two directions apart?",
        answer: "No. I is the cosine of the phase, and cos(−φ) = cos φ. Only Q changes its sign.",
        scenario: `${CHIRPS}&from=8000&count=40`,
        focus: "waterfall",
      },
      {
        title: "What real samples would show",
        text: "A real signal is the sum of a complex signal and its conjugate. Each component at +f comes with an equal one at −f. If this receiver had kept I alone, the map would be symmetric about its middle.",
        question: "Which signals would then cross in the map?",
        answer:
          "The chirps and the tone. The mirrored chirps fall from +350 to +100 kHz, and so pass through the tone at +120 kHz.",
        scenario: `${CHIRPS}&from=5000&count=23000`,
        focus: "waterfall",
      },
    ],
  },
  {
    id: "tuning-in",
    chapter: "radio",
    teaches: ["tuning"],
    needs: ["complex samples"],
    title: "Tuning in to one station",
    about: "A receiver in four operations: mix, filter, decimate, demodulate. You hear the result.",
    lab: "recordings",
    steps: [
      {
        title: "Three stations in one recording",
        text: "The recording holds 48 kHz of the medium wave, with AM stations at 981, 999 and 1008 kHz. Each has a carrier, a steady line, and two sidebands that mirror each other. The carriers differ by up to 26 dB. Press Play: you hear the station in the middle.",
        question: "How far from its carrier does the highest line of the upper station lie, and what is it?",
        answer: "3.1 kHz: the third harmonic of its highest note, 1046.5 Hz.",
        scenario: MEDIUM_WAVE,
        focus: "listen",
      },
      {
        title: "Mix",
        text: "The receiver is now tuned to 1008 kHz, 9 kHz above the centre. It multiplies the samples by exp(−j2π·9000·n/48000). This shifts every frequency down by 9 kHz, so the station’s carrier is at 0. Press Play, and drag the band to the other stations.",
        question: "Where is the strong station at 999 kHz after the mixer?",
        answer: "At −9 kHz. Mixing moves all stations and removes none.",
        scenario: `${MEDIUM_WAVE}&station=9000`,
        focus: "listen",
      },
      {
        title: "Filter, then decimate",
        text: "A low-pass filter keeps 6.4 kHz to either side of the station and attenuates by 70 dB from 8 kHz on. Then the receiver keeps every third sample: 16 000 per second are enough for what is left. The strong neighbour is 26 dB above this station, and you do not hear it.",
        question: "What would happen without the filter?",
        answer:
          "The neighbour at −9 kHz would fold to −9 + 16 = +7 kHz. It would be in the channel, 26 dB stronger than the station.",
        scenario: `${MEDIUM_WAVE}&station=9000&band=0.05:0.33`,
        focus: "listen",
      },
      {
        title: "Demodulate AM",
        text: "The envelope |x[n]| of an AM signal is its carrier plus the audio. A high-pass filter removes the carrier. Here the receiver is tuned 3 kHz off the lowest station. Press Play: the tune has its true pitch, because the envelope does not depend on the carrier’s frequency.",
        question: "Tune to −11 kHz, 7 kHz off. Why does the tune distort?",
        answer:
          "The channel filter removes one sideband and attenuates the carrier. The envelope of the rest is not the audio.",
        scenario: `${MEDIUM_WAVE}&station=-15000`,
        focus: "listen",
      },
      {
        title: "Demodulate FM",
        text: "An FM station changes its frequency and not its amplitude. The strip under the waterfall is flat. The receiver takes the phase difference of successive samples, which is the frequency. A pilot tone at 19 kHz announces stereo, and the note below the figure reports it.",
        question: "Mono audio reaches 15 kHz, and the deviation 75 kHz. How wide is the signal?",
        answer: "About 180 kHz by Carson’s rule: twice the sum of the deviation and the highest audio frequency.",
        scenario: "example=fm-stereo&hear=fm-stereo",
        focus: "listen",
      },
    ],
  },
  {
    id: "sample-formats",
    chapter: "signals",
    teaches: ["quantization"],
    needs: ["waterfalls"],
    title: "What sample formats cost",
    about: "Each bit is worth 6 dB. When the antenna’s noise fills several steps, eight bits are enough.",
    lab: "recordings",
    steps: [
      {
        title: "Sixteen bits",
        text: "A strong tone at 6 kHz nearly fills the range. A second tone at −9 kHz is 85 dB weaker. The spectrum shows both, and a floor near −125 dB per bin.",
        question:
          "Rounding to steps of Δ gives I and Q an error of Δ²/12 each. How much is that for 16 bits, in dB of full scale?",
        answer:
          "Δ = 2⁻¹⁵, so Δ²/6 is −98 dB. Over 1024 bins that is −128 dB per bin. The recording’s own noise of about −97 dB adds to it.",
        scenario: "example=weak-tone-16-bits",
        focus: "spectrum",
      },
      {
        title: "Eight bits",
        text: "This is the same signal in 8 bits.",
        question:
          "How far does the floor rise, and what becomes of the weak tone? By how many decibels did the rounding step grow from 16 to 8 bits, and what is that per bit?",
        answer:
          "The floor has risen to about −80 dB per bin, and the weak tone is lost in it. The rounding step grew by 48 dB for 8 bits: 20 log₁₀ 2 = 6.02 dB per bit. Each bit halves the step. The floor rose by 45 dB only, because the 16-bit recording also shows its own noise.",
        scenario: "example=weak-tone-8-bits",
        focus: "spectrum",
      },
      {
        title: "Rounding error is not always noise",
        text: "The floor is not flat. The error depends on the phase of the strong tone alone, so it repeats with it. It therefore consists of harmonics of the tone. They fold into the band and gather near +18 and −6 kHz.",
        question: "What would make the error noise-like?",
        answer:
          "Noise of about a step or more before rounding, called dither. The antenna’s noise often does this for free.",
        scenario: "example=weak-tone-8-bits&fft=1024",
        focus: "waterfall",
      },
      {
        title: "Where eight bits are enough",
        text: "This FM station is recorded in 8 bits, too. The noise before rounding was about 2.2 steps RMS in I and in Q. So the rounding error is 18 dB below the noise and does no harm. Press Play to hear it.",
        question: "How would you set a receiver’s gain?",
        answer:
          "High enough that the antenna’s noise covers a step or more, and low enough that the strongest signal does not clip.",
        scenario: "example=fm-stereo&hear=fm-stereo",
        focus: "listen",
      },
    ],
  },
  {
    id: "bandwidth-and-symbol-rate",
    chapter: "radio",
    teaches: ["symbol rate"],
    needs: ["waterfalls", "complex samples"],
    title: "Bandwidth and symbol rate",
    about: "A burst has several widths and one clock. A line in the spectrum of |x|² gives the clock to a millionth.",
    lab: "recordings",
    steps: [
      {
        title: "Find the burst",
        text: "The page has made this recording: one burst of QPSK in white noise. Press Find signals. Threeray computes spectra, estimates the noise at each frequency, and puts a box around what exceeds it. The table has one row. The card Signal shows the values of the burst, and says under each how it was measured.",
        question: "How long is the burst, and how far above the noise is it?",
        answer: "33.45 ms. Its power is 19.8 dB above the noise in its 99 % bandwidth.",
        scenario: "example=qpsk-burst",
        focus: "signals",
      },
      {
        title: "Two widths",
        text: "Press Find signals, and read the card Signal. The 99 % bandwidth lies between the points that 0.5 % and 99.5 % of the power do not exceed. The noise is subtracted first: otherwise its share of a wide band would count. The −3 dB width lies between the outermost points of half the largest density. The pulses are root-raised cosines, whose density falls to one half at half the symbol rate. So the −3 dB width of such a signal is its symbol rate.",
        question: "Compare the −3 dB width with the symbol rate in the same card. Which of them would you trust?",
        answer:
          "The rate. The width is 153.2 kHz and the rate 159.247 kBd. The density of some thousand random symbols is uneven, so the place where it passes one half is uncertain by some percent.",
        scenario: "example=qpsk-burst",
        focus: "signal",
      },
      {
        title: "A line at the symbol rate",
        text: "Press Find signals. The last figure of the card Signal is the spectrum of |x|². The spectrum of x itself has no line: the symbols are random, and their mean is 0. But between two symbols that differ, the envelope dips. These dips come at the rhythm of the symbols, so |x|² has a periodic part. Its line is at the symbol rate, 159 247 Hz.",
        question:
          "The burst lasts 33 ms, so one bin of its spectrum is 30 Hz wide. Why is the rate known to half a hertz?",
        answer:
          "The line is far above its surroundings, so its place within the bin can be interpolated. Its standard deviation falls with the square root of the SNR and with the power 3/2 of the duration.",
        scenario: "example=qpsk-burst",
        focus: "signal",
      },
      {
        title: "Two tones",
        text: "This burst is 2-FSK: a carrier that jumps between two tones. Its envelope is constant, so |x|² says nothing. Press Find signals: the card now shows the trace of the frequency, and the eye has two levels. Half of the distance of the tones is the deviation, 36.2 kHz. The symbol rate is 52.57 kBd.",
        question: "The modulation index is the distance of the tones divided by the symbol rate. How much is it?",
        answer: "2 · 36.2 / 52.57 = 1.38. With 0.5 it would be MSK, the narrowest FSK with orthogonal tones.",
        scenario: "example=fsk-burst",
        focus: "signal",
      },
    ],
  },
  {
    id: "a-constellation-stands-still",
    chapter: "radio",
    teaches: ["synchronization of bursts"],
    needs: ["symbol rate", "tuning"],
    title: "What a constellation needs before it stands still",
    about: "Samples of a burst are a smear. Carrier, filter, clock and phase turn them into four points.",
    lab: "recordings",
    steps: [
      {
        title: "Samples that turn",
        text: "The strip under the map shows 60 samples of a QPSK burst. Its carrier is 361.09 kHz above the centre of the recording, at 1 million samples per second. So from sample to sample the constellation turns by 0.361 of a turn. Plotted as points, I against Q, these samples would fill a disc.",
        question: "After how many samples has the carrier made one turn?",
        answer: "After 2.77 samples: 1000 / 361.09.",
        scenario: "example=qpsk-burst&from=40000&count=60",
        focus: "waterfall",
      },
      {
        title: "Carrier",
        text: "A receiver multiplies the samples by exp(−j2π·f·t), with its estimate f of the carrier. For QPSK the fourth power helps: (±1 ± j)⁴ is −4 for each symbol, so x⁴ has a line at four times the carrier. Press Find signals, and read the carrier in the card Signal.",
        question:
          "The burst lasts 33.45 ms. An error of 1 Hz turns the constellation by how much from its start to its end?",
        answer:
          "By 12 degrees: 0.03345 turns. Points of QPSK are 90 degrees apart, so an error of 4 Hz would move a point half way to the next one.",
        scenario: "example=qpsk-burst",
        focus: "signal",
      },
      {
        title: "Filter",
        text: "Outside of the burst’s band there is only noise. A matched filter has the shape of the pulse itself: it keeps the most of the signal for the noise that it passes. Two root-raised cosines, in the transmitter and in the receiver, make a raised cosine, which is 0 at all other symbols. Press Find signals: the points of the constellation scatter by the EVM, and a cross marks where they should be.",
        question:
          "The SNR is 19.8 dB in 186 kHz. A filter matched to 159.2 kBd passes the noise of 159.2 kHz. Which EVM follows?",
        answer:
          "The SNR per symbol is 19.8 + 10 log₁₀(186 / 159.2) = 20.5 dB. The EVM is 10^(−20.5/20) = 9.4 %; the card shows 9 %.",
        scenario: "example=qpsk-burst",
        focus: "signal",
      },
      {
        title: "Clock and phase",
        text: "A symbol lasts 1000 / 159.247 = 6.28 samples, so most symbols lie between two samples, and the receiver interpolates. The eye shows all pairs of symbols on top of each other: it is widest open at the symbols. One thing remains unknown. Turned by 90 degrees, the four points look the same. The bits of the card are for one of four rotations, and a known word of a packet would tell which.",
        question:
          "The burst has 5326 symbols. How exact must the clock be, so that the last symbol is at most a tenth of a symbol late?",
        answer: "To 0.1 / 5326 = 19 millionths. The line of |x|² gives it to 3 millionths.",
        scenario: "example=qpsk-burst",
        focus: "signal",
      },
    ],
  },
  {
    id: "from-burst-to-bytes",
    chapter: "radio",
    teaches: ["slicing"],
    needs: ["symbol rate"],
    title: "From burst to bytes",
    about: "Slice a burst into bits, find where bytes begin, and know when a message is real.",
    lab: "recordings",
    steps: [
      {
        title: "Slice",
        text: "Press Find signals. The burst is 2-FSK with 52.57 kBd. For each symbol the receiver compares the energy at the two tones; the higher tone is a 1. The threshold is the middle of the tones of this very burst, because transmitters differ by kilohertz. The clock is its own, too. The card Bits shows the result.",
        question: "The burst lasts 57.3 ms. How many bits should there be?",
        answer: "52 567.6 · 0.0573 = 3012, as the card says.",
        scenario: "example=fsk-burst",
        focus: "signals",
      },
      {
        title: "Where bytes begin",
        text: "Press Find signals, and read the first bits in the card Bits: 10001100 11100110 11101000. As bytes they are 8c e6 e8. But nothing tells that a byte begins with the first bit: a receiver that starts one symbol later reads other bytes. So packets begin with a sync word, a pattern that rarely occurs by chance.",
        question: "Which bytes do you get from the second bit on?",
        answer: "19 cd d1: the same bits, shifted by one.",
        scenario: "example=fsk-burst",
        focus: "signals",
      },
      {
        title: "Chance",
        text: "Press Find signals, and type e6e8 as a sync word in the card Bits. Threeray finds each place where these two bytes occur. The bits of this burst are random, so at a given place a given word of n bits occurs with the probability 2⁻ⁿ. The word is found once, at bit 8, because it comes from these bits.",
        question: "How often do you expect a word of 8 bits among 3012 random bits?",
        answer:
          "3005 / 256 = 11.7 times. A word of twice the length is expected 0.05 times, and one of 32 bits practically never.",
        scenario: "example=fsk-burst",
        focus: "signals",
      },
      {
        title: "Is it a message?",
        text: "A message carries a check: remainders of a division of its bits by a known polynomial. The card Bits tries the checks of the usual radios at the end of the bits. Here none holds, because the generator drew the bits. A check of n bits passes by chance once in 2ⁿ tries. A receiver that tries all places needs more: known fields, or a second check.",
        question: "A receiver tries a 16-bit check at 9600 places per second. How often does noise pass it?",
        answer:
          "Once in 6.8 seconds: 65 536 / 9600. That is why decoders also test the contents, for example valid call signs.",
        scenario: "example=fsk-burst",
        focus: "signals",
      },
    ],
  },
];

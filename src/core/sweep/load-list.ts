// Parses a list of rates or concurrencies as users write them: `1, 2, 4, inf`, `1..32 x2`, `10..50 +10`.

export type Load = number | 'inf'

type LoadListProblem =
  | 'empty'
  | 'unreadable'
  | 'not-positive'
  | 'not-whole'
  | 'range-without-step'
  | 'range-never-ends'
  | 'too-many'

export type LoadList =
  | Readonly<{ values: readonly Load[]; problem: null }>
  | Readonly<{
      values: readonly []
      problem: LoadListProblem
      /** Invalid part of the text. */
      words: string
    }>

/** A list with more points than this is a typing error, not a plan. */
const mostValues = 100

const number = String.raw`\d+(?:\.\d+)?|\.\d+`
const range = new RegExp(String.raw`^(${number})\.\.(${number})(?:([x*×+])(${number}))?$`, 'i')

/** One entry per comma, space or line; a range keeps its step, however it is spaced. */
function entries(text: string): string[] {
  return text
    .replace(/\s*\.\.\s*/g, '..')
    .replace(/\s*([x*×+])\s*(?=[\d.])/gi, '$1')
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
}

type RangeWords = Readonly<{ first: number; last: number; sign: string; step: number }>

function readRange(entry: string): RangeWords | null {
  const found = range.exec(entry)
  if (found === null) return null
  const [, first, last, sign = '', step] = found
  return { first: Number(first), last: Number(last), sign, step: Number(step) }
}

function rangeProblem({ first, last, sign, step }: RangeWords): LoadListProblem | null {
  if (sign === '') return 'range-without-step'
  if (first <= 0) return 'not-positive'
  const rises = sign === '+' ? step > 0 : step > 1
  return rises && last >= first ? null : 'range-never-ends'
}

function expandRange({ first, last, sign, step }: RangeWords): number[] {
  const values: number[] = []
  // Multiplies the step by the index, so that steps of 0.1 do not accumulate rounding errors.
  for (let position = 0; position <= mostValues; position++) {
    const value = sign === '+' ? first + position * step : first * step ** position
    const rounded = Number(value.toPrecision(12))
    if (rounded > last) break
    values.push(rounded)
  }
  return values
}

function problem(kind: LoadListProblem, words: string): LoadList {
  return { values: [], problem: kind, words }
}

function readEntry(entry: string): LoadList {
  if (/^(inf|infinity|none|∞)$/i.test(entry)) return { values: ['inf'], problem: null }
  const words = readRange(entry)
  if (words !== null) {
    const wrong = rangeProblem(words)
    return wrong === null ? { values: expandRange(words), problem: null } : problem(wrong, entry)
  }
  const value = Number(entry)
  if (Number.isNaN(value) || !Number.isFinite(value)) return problem('unreadable', entry)
  return value > 0 ? { values: [value], problem: null } : problem('not-positive', entry)
}

/** Each value once, in the order written. */
export function parseLoadList(text: string): LoadList {
  const lists = entries(text).map(readEntry)
  const wrong = lists.find((list) => list.problem !== null)
  if (wrong !== undefined) return wrong
  const values = [...new Set(lists.flatMap((list) => [...list.values]))]
  if (values.length === 0) return problem('empty', '')
  return values.length > mostValues ? problem('too-many', text) : { values, problem: null }
}

/** Like `parseLoadList`, but requests in flight must be whole numbers. */
export function parseConcurrencyList(text: string): LoadList {
  const list = parseLoadList(text)
  const broken = list.values.find((value) => value !== 'inf' && !Number.isInteger(value))
  return broken === undefined ? list : problem('not-whole', String(broken))
}

// Splits a sentence at its blanks.
const blankNames = [
  'load',
  'server',
  'candidate',
  'tolerances',
  'workload',
  'duration',
  'loads',
  'limits',
  'flags',
  'budget',
  'demand',
] as const

type BlankName = (typeof blankNames)[number]

type SentencePart = Readonly<{
  key: number
  blank: BlankName | null
  /** Punctuation after a blank, which must not begin a line. */
  text: string
}>

const leadingPunctuation = /^[，。？、；：！,.?;:!]*/

/** Occurs in no text. */
const edge = '\u0001'

const marks = Object.fromEntries(blankNames.map((name) => [name, `${edge}${name}${edge}`]))

/** `fill` inserts the given values into the sentence of the current language. */
export function sentenceParts(
  fill: (values: Readonly<Record<string, string>>) => string,
): readonly SentencePart[] {
  const texts = fill(marks).split(edge)
  const punctuation = (text: string | undefined) => leadingPunctuation.exec(text ?? '')?.[0] ?? ''
  return texts
    .map((text, key) => {
      const blank = blankNames.find((name) => name === text) ?? null
      if (blank !== null) return { key, blank, text: punctuation(texts[key + 1]) }
      return { key, blank, text: key === 0 ? text : text.slice(punctuation(text).length) }
    })
    .filter(({ blank, text }) => blank !== null || text !== '')
}

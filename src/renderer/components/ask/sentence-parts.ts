// Splits a sentence at its blanks.
const blankNames = [
  'load',
  'server',
  'candidate',
  'workload',
  'duration',
  'loads',
  'limits',
  'flags',
  'budget',
  'demand',
] as const

type BlankName = (typeof blankNames)[number]

type SentencePart = Readonly<{ key: number; text: string; blank: BlankName | null }>

/** Occurs in no text. */
const edge = '\u0001'

const marks = Object.fromEntries(blankNames.map((name) => [name, `${edge}${name}${edge}`]))

/** `fill` puts the given values into the sentence of the current language. */
export function sentenceParts(
  fill: (values: Readonly<Record<string, string>>) => string,
): readonly SentencePart[] {
  return fill(marks)
    .split(edge)
    .map((text, key) => ({ key, text, blank: blankNames.find((name) => name === text) ?? null }))
    .filter(({ text }) => text !== '')
}

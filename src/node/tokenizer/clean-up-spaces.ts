// The clean-up that some tokenizers require after decoding: no space before punctuation and English contractions.

const replacements = [
  [' .', '.'],
  [' ?', '?'],
  [' !', '!'],
  [' ,', ','],
  [" ' ", "'"],
  [" n't", "n't"],
  [" 'm", "'m"],
  [" 's", "'s"],
  [" 've", "'ve"],
  [" 're", "'re"],
] as const

export function cleanUpSpaces(text: string): string {
  return replacements.reduce((tidied, [from, to]) => tidied.replaceAll(from, to), text)
}

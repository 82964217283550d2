// Words as a POSIX shell reads them back: quoted only where they must be.

const plainWord = /^[\w@%+=:,./-]+$/

export function shellWord(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function shellText(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

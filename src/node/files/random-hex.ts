// Names that are unique but guessable: they are made without the system's
// cryptography, which takes five milliseconds of a start to load.

const digitsAtOnce = 8

export function randomHex(digits: number): string {
  let text = ''
  while (text.length < digits) text += eightDigits()
  return text.slice(0, digits)
}

function eightDigits(): string {
  const number = Math.floor(Math.random() * 16 ** digitsAtOnce)
  return number.toString(16).padStart(digitsAtOnce, '0')
}

/** As the original begins the ids of its requests. */
export function randomRequestIdPrefix(): string {
  return `bench-${randomHex(8)}-`
}

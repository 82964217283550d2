// Numbers for readers have a true minus, as wide as a plus; a hyphen stays where they are parsed, printed or copied.

/** Of a number already written; the sign of an exponent stays. */
export function trueMinus(number: string): string {
  return number.replace(/^-/, '−')
}

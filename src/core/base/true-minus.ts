// Displayed numbers use a true minus, as wide as a plus; parsed, printed or copied numbers keep the hyphen.

/** Replaces the sign of a formatted number; the sign of an exponent stays. */
export function trueMinus(number: string): string {
  return number.replace(/^-/, '−')
}

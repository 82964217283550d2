/** "+1.2 %" */
export function signedPercent(share: number): string {
  const text = (100 * share).toFixed(1)
  return `${Number(text) > 0 ? '+' : ''}${text === '-0.0' ? '0.0' : text} %`
}

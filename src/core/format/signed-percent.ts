/** `+12.3 %`, `-0.1 %`, `+123 %`: a relative change in three significant digits, but nothing finer than a tenth of a per cent. */
export function signedPercent(share: number): string {
  const percent = 100 * share
  const text = percent.toFixed(Math.abs(percent) < 99.95 ? 1 : 0)
  if (Number(text) === 0) return '0.0 %'
  return `${percent > 0 ? '+' : ''}${text} %`
}

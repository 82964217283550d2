/** `+12.3 %`, `-0.1 %`, `+1,095 %`: a relative change in three significant digits, but no finer than 0.1 %. */
export function signedPercent(share: number): string {
  const percent = 100 * share
  const digits = Math.abs(percent) < 99.95 ? 1 : 0
  const text = percent.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  if (Number(text) === 0) return '0.0 %'
  return `${percent > 0 ? '+' : ''}${text} %`
}

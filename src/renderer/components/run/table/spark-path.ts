// A few numbers as an SVG path from left to right, the largest at the top.

export type SparkSize = Readonly<{ width: number; height: number }>

/** Empty for fewer than two numbers. */
export function sparkPath(values: readonly number[], { width, height }: SparkSize): string {
  const most = Math.max(...values)
  if (values.length < 2 || most <= 0) return ''
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width
      const y = height - (value / most) * height
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}

// Warnings of points, each listed once with the numbers of its points.
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import type { ReportPoint } from '../report.ts'
import { rangesText } from './number-text.ts'

type PointWarning = Readonly<{ where: Text; text: Text }>

export function warningsOf(points: readonly ReportPoint[]): PointWarning[] {
  const all = points.flatMap(({ number, warnings }) => warnings.map((text) => ({ number, text })))
  return [...Map.groupBy(all, ({ text }) => inEnglish(text)).values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const numbers = rangesText([...new Set(alike.map(({ number }) => number))])
    const where =
      alike.length === 1
        ? message('report.point', { number: first.number })
        : message('report.warnedPoints', { numbers })
    return [{ where, text: first.text }]
  })
}

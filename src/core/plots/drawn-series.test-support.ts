// Returns the series of an option, for tests.
import type { AnyChartOption } from './option.ts'

export type DrawnSeries = Readonly<{ id: string; name: string; items: readonly unknown[] }>

export function drawnSeries({ series }: AnyChartOption): DrawnSeries[] {
  const all = Array.isArray(series) ? series : []
  return all.map(({ id, name, data }) => ({
    id: String(id),
    name: String(name),
    items: Array.isArray(data) ? data : [],
  }))
}

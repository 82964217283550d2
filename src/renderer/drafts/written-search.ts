// The target of a search in the composer.
import { sweepSearchSchema, type SweepSearch } from '#core/model/sweep-search.ts'
import { searchedLoads } from '#core/model/sweep-search.ts'
import { z } from 'zod'
import { numberIn } from './written-conduct.ts'

export const loadKinds = ['listed', 'curve', 'capacity', 'tune'] as const

export const writtenSearchSchema = z.object({
  over: z.enum(searchedLoads).default('requestRate'),
  from: z.string().default('1'),
  upTo: z.string().default('512'),
  mostRuns: z.string().default('15'),
  /** Percent. */
  precision: z.string().default('5'),
})

export type LoadKind = (typeof loadKinds)[number]
export type WrittenSearch = z.infer<typeof writtenSearchSchema>
export type SearchField = Exclude<keyof WrittenSearch, 'over'>

export type SearchReading = Readonly<{
  /** Null while it is invalid, and for listed loads. */
  search: SweepSearch | null
  atFault: readonly string[]
}>

export function readSearch(kind: LoadKind, written: WrittenSearch): SearchReading {
  if (kind === 'listed') return { search: null, atFault: [] }
  const read = sweepSearchSchema.safeParse({
    kind: kind === 'tune' ? 'capacity' : kind,
    over: written.over,
    from: numberIn(written.from),
    upTo: numberIn(written.upTo),
    mostRuns: numberIn(written.mostRuns),
    precision: numberIn(written.precision) / 100,
  })
  if (!read.success) {
    return { search: null, atFault: read.error.issues.map(({ path }) => String(path[0])) }
  }
  const { from, upTo } = read.data
  return upTo > from ? { search: read.data, atFault: [] } : { search: null, atFault: ['upTo'] }
}

export function writtenSearch(search: SweepSearch): WrittenSearch {
  return writtenSearchSchema.parse({
    over: search.over,
    from: String(search.from),
    upTo: String(search.upTo),
    mostRuns: String(search.mostRuns),
    ...(search.kind === 'capacity' && {
      precision: String(Number((search.precision * 100).toPrecision(12))),
    }),
  })
}

// The `benchmark` section of a sweep file: flags of `bench serve` by name.
import { remedied } from '#core/messages/message.ts'
import {
  benchmarkFieldsSchema,
  benchmarkFlags,
  type BenchmarkConfig,
} from '#core/flags/benchmark-fields.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { joined, problemAt, sectionAt, unknownKey, valueAt } from './file-place.ts'
import {
  benchmarkFlagNamed,
  benchmarkNames,
  benchmarkValueAt,
  loadFields,
} from './parameter-values.ts'

export type Sections = Readonly<Partial<Record<string, string>>>

/** Flags that belong to the server's address. */
export const serverSections: Sections = Object.fromEntries(
  benchmarkFlags.flatMap(({ field, place }) => (place === 'server' ? [[field, 'servers']] : [])),
)

/** Sections of a sweep file for benchmark fields that do not belong here. */
export const elsewhere: Sections = {
  ...serverSections,
  ...Object.fromEntries(loadFields.map((field) => [field, 'load'])),
}

/** Reads the benchmark of a sweep, whose loads have their own section. */
export function sweptConfigAt(value: unknown, place: string): BenchmarkConfig {
  return configAt(value, place, elsewhere)
}

/** Reads the benchmark of a single load. */
export function singleConfigAt(value: unknown, place: string): BenchmarkConfig {
  return configAt(value, place, serverSections)
}

function configAt(value: unknown, place: string, sections: Sections): BenchmarkConfig {
  const entries = Object.entries(sectionAt(value, place)).map(([key, said]) => {
    const at = joined(place, key)
    const flag = benchmarkFlagNamed(key)
    if (flag === undefined) throw unknownKey(at, key, benchmarkNames)
    if (sections[flag.field] !== undefined) throw misplaced(at, sections[flag.field])
    return [flag.field, benchmarkValueAt(flag, said, at)] as const
  })
  const said = Object.fromEntries(entries) as Partial<BenchmarkConfig>
  return valueAt(benchmarkFieldsSchema, { ...defaultsOf(said.compat), ...said }, place)
}

function misplaced(place: string, section = '') {
  return problemAt({ place, ...remedied('files.otherSection', { section }) })
}

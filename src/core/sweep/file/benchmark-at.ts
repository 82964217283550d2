// The `benchmark` section of a file: flags of `bench serve` by their names.
import { message } from '#core/messages/message.ts'
import {
  benchmarkFieldsSchema,
  benchmarkFlags,
  type BenchmarkConfig,
} from '#core/model/benchmark/benchmark-fields.ts'
import { defaultsOf } from '#core/model/benchmark/benchmark-config.ts'
import { joined, problemAt, sectionAt, unknownKey, valueAt } from './file-place.ts'
import {
  benchmarkFlagNamed,
  benchmarkNames,
  benchmarkValueAt,
  loadFields,
} from './parameter-values.ts'

type Sections = Readonly<Partial<Record<string, string>>>

/** The address of the server. */
const serverSections: Sections = Object.fromEntries(
  benchmarkFlags.flatMap(({ field, place }) => (place === 'server' ? [[field, 'servers']] : [])),
)

/** Where a sweep says what one benchmark says by itself. */
export const elsewhere: Sections = {
  ...serverSections,
  ...Object.fromEntries(loadFields.map((field) => [field, 'load'])),
}

/** Of a sweep, which has its loads in a section of their own. */
export function sweptConfigAt(value: unknown, place: string): BenchmarkConfig {
  return configAt(value, place, elsewhere)
}

/** Of one load. */
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
  return problemAt({
    place,
    problem: message('files.otherSection', { section }),
    remedy: message('files.otherSection.remedy', { section }),
  })
}

// Sections of the form and the fields in each; hides fields that do not apply.
import { type FlagGroup, type FormSectionId, formSectionIds } from '#core/flags/flag.ts'
import { isPooling } from '#core/backends/backend-traits.ts'
import {
  benchmarkFlags,
  type BenchmarkConfig,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'

export type FormSection = Readonly<{
  id: FormSectionId
  fields: readonly BenchmarkFlag[]
  more: readonly BenchmarkFlag[]
}>

const sectionOfGroup: Readonly<Partial<Record<FlagGroup, FormSectionId>>> = {
  Server: 'target',
  Dataset: 'workload',
  Traffic: 'traffic',
  Sampling: 'sampling',
  Report: 'report',
}

/** Each flag, followed by the flags that depend on it. */
function withFollowers(flag: BenchmarkFlag): readonly BenchmarkFlag[] {
  const followers = benchmarkFlags.filter(({ after }) => after === flag.field)
  return [flag, ...followers.flatMap(withFollowers)]
}

const flagsInOrder = benchmarkFlags
  .filter(({ after }) => after === undefined)
  .flatMap(withFollowers)

function matters(
  { generationOnly = false, appliesTo }: BenchmarkFlag,
  config: BenchmarkConfig,
): boolean {
  if (generationOnly && isPooling(config)) return false
  return appliesTo?.(config) ?? true
}

/** The sections for a benchmark. A field in `keep` (set, or invalid) stays visible even if it does not apply. */
export function formSections(
  config: BenchmarkConfig,
  shown: Readonly<{ keep: ReadonlySet<string>; omit: readonly BenchmarkField[] }>,
): readonly FormSection[] {
  const visible = flagsInOrder.filter(
    (flag) =>
      !shown.omit.includes(flag.field) && (shown.keep.has(flag.field) || matters(flag, config)),
  )
  return formSectionIds.map((id) => {
    const members = visible.filter(
      ({ section, group }) => (section ?? sectionOfGroup[group]) === id,
    )
    return {
      id,
      fields: members.filter(({ place }) => place === 'front'),
      more: members.filter(({ place }) => place === undefined),
    }
  })
}

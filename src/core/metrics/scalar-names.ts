// Names of scalars by properties of their records. Free of zod, for the scripts of saved pages.
import { keysOf, namesWith, type NameWith } from '#core/base/keys-of.ts'
import { scalarDefaults, type ScalarMetric } from './scalar-metric.ts'
import { type RunTally, scalars, type ScalarName } from './scalars.ts'

type Records = typeof scalars

/** Scalars whose record has the properties of `Part`. */
export type ScalarWith<Part extends keyof ScalarMetric> = NameWith<Records, Part>

export const scalarNames = keysOf(scalars)

export const scalarsWith = <Part extends keyof ScalarMetric>(part: Part) => namesWith(scalars, part)

/** The record without its literal types. */
export function scalarOf(name: ScalarName): ScalarMetric<RunTally> {
  return { ...scalarDefaults, ...scalars[name] }
}

/** Names in `first` lead in that order, each followed by the names `after` it; the others keep their order. */
export function leadBy<Name>(
  first: readonly NoInfer<Name>[],
  names: readonly Name[],
  after: (name: Name) => unknown = () => undefined,
): Name[] {
  const leading = first
    .filter((name) => names.includes(name))
    .flatMap((lead) => [lead, ...names.filter((name) => after(name) === lead)])
  return [...leading, ...names.filter((name) => !leading.includes(name))]
}

type FileOf<Name extends ScalarName> = Records[Name] extends { file: infer File } ? File : never

/** Keys of scalars in result files. */
export type ScalarFileKey =
  | FileOf<ScalarWith<'file'>>['key']
  | Extract<FileOf<ScalarWith<'file'>>, { aliases: readonly string[] }>['aliases'][number]

/** Current key first, then older spellings. */
export function fileKeys(name: ScalarName): readonly ScalarFileKey[] {
  const { file } = scalarOf(name)
  return (file === undefined ? [] : [file.key, ...(file.aliases ?? [])]) as ScalarFileKey[]
}

/** Scalar by key, in any spelling. */
export const scalarByFileKey: ReadonlyMap<string, ScalarName> = new Map(
  scalarNames.flatMap((name) => fileKeys(name).map((key) => [key, name] as const)),
)

/** Scalars in our own result files and printed reports that no version of vLLM writes. */
function ownScalars(task: 'generation' | 'pooling'): readonly ScalarName[] {
  return scalarNames
    .filter((name) => scalarOf(name).file?.isOwn === true)
    .filter((name) => ['any', task].includes(scalarOf(name).task))
}

export function ownFileKeys(task: 'generation' | 'pooling'): readonly ScalarFileKey[] {
  return ownScalars(task).flatMap((name) => fileKeys(name).slice(0, 1))
}

export function ownReportRows(task: 'generation' | 'pooling'): readonly ScalarWith<'console'>[] {
  const own = ownScalars(task)
  return scalarsWith('console').filter((name) => own.includes(name))
}

export function ofEachScalar<Value>(valueOf: (name: ScalarName) => Value): Record<string, Value> {
  return Object.fromEntries(scalarNames.map((name) => [name, valueOf(name)]))
}

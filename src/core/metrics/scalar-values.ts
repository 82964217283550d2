// Names, schemas and values of scalars, derived from their records.
import { z } from 'zod'
import type { RunTally, ScalarMetric } from './scalar-metric.ts'
import { scalars, type ScalarName } from './scalars.ts'

type Records = typeof scalars

/** Scalars whose record states `Part`. */
export type ScalarWith<Part extends keyof ScalarMetric> = {
  [Name in ScalarName]: Records[Name] extends Required<Pick<ScalarMetric, Part>> ? Name : never
}[ScalarName]

export const scalarNames = Object.keys(scalars) as readonly ScalarName[]

/** In the order of the records. */
export function scalarsWith<Part extends keyof ScalarMetric>(
  part: Part,
): readonly ScalarWith<Part>[] {
  return scalarNames.filter((name): name is ScalarWith<Part> => part in scalars[name])
}

/** The record without its literal types. */
export function scalarOf(name: ScalarName): ScalarMetric {
  return scalars[name]
}

/** `first` leads, in its order; the others follow in theirs. */
export function leadBy<Name>(first: readonly NoInfer<Name>[], names: readonly Name[]): Name[] {
  const leading = first.filter((name) => names.includes(name))
  return [...leading, ...names.filter((name) => !leading.includes(name))]
}

export type ScalarSchemas = { [Name in ScalarName]: Records[Name]['schema'] }

export const scalarSchemas = ofEach((name) => scalars[name].schema) as ScalarSchemas

export type ScalarValues = { [Name in ScalarName]: z.output<ScalarSchemas[Name]> }

export function computedScalars(tally: RunTally): ScalarValues {
  return ofEach((name) => scalars[name].compute(tally)) as ScalarValues
}

function ofEach<Value>(valueOf: (name: ScalarName) => Value): Record<string, Value> {
  return Object.fromEntries(scalarNames.map((name) => [name, valueOf(name)]))
}

type FileOf<Name extends ScalarName> = Records[Name] extends { file: infer File } ? File : never

/** Keys of result files that hold scalars. */
export type ScalarFileKey =
  | FileOf<ScalarWith<'file'>>['key']
  | Extract<FileOf<ScalarWith<'file'>>, { aliases: readonly string[] }>['aliases'][number]

type FileSchema = z.ZodDefault<z.ZodNullable<z.ZodNumber>>

/** Of an imported file: null where it lacks the key. */
export const scalarFileSchemas = Object.fromEntries(
  scalarNames.flatMap((name) => {
    const { file } = scalarOf(name)
    const schema = file?.type === 'int' ? z.int().min(0) : z.number()
    return fileKeys(name).map((key) => [key, schema.nullable().default(null)])
  }),
) as Record<ScalarFileKey, FileSchema>

/** The key that is written now, then older spellings. */
export function fileKeys(name: ScalarName): readonly ScalarFileKey[] {
  const { file } = scalarOf(name)
  return (file === undefined ? [] : [file.key, ...(file.aliases ?? [])]) as ScalarFileKey[]
}

/** The scalar behind a key, whatever its spelling. */
export const scalarByFileKey: ReadonlyMap<string, ScalarName> = new Map(
  scalarNames.flatMap((name) => fileKeys(name).map((key) => [key, name] as const)),
)

/** Keys of ours that no version of vLLM writes. */
export const ownFileKeys: readonly ScalarFileKey[] = scalarsWith('file').flatMap((name) =>
  scalarOf(name).file?.isOwn === true ? fileKeys(name).slice(0, 1) : [],
)

/** Rows of our printed report that no version of vLLM prints. */
export const ownReportRows: readonly ScalarWith<'console'>[] = scalarsWith('console').filter(
  (name) => scalarOf(name).file?.isOwn === true,
)

/** What an imported file states of a run: under its keys, in its totals, and request by request. */
export type StatedRun = Readonly<{
  file: Readonly<Record<ScalarFileKey, number | null>>
  /** From the requests it lists; null without them. */
  requests: ScalarValues | null
  /** The same, if it lists their times. */
  times: ScalarValues | null
}>

/** What is known from nowhere is null, or 0 where the summary has no null. The file's own numbers come first. */
export function importedScalars({ file, requests, times }: StatedRun): ScalarValues {
  const known = { requests, times, totals: null } as const
  const direct = (name: ScalarName): number | null => {
    const stated = fileKeys(name).map((key) => file[key])
    const { imported } = scalarOf(name)
    const derived = imported && (known[imported]?.[name] ?? null)
    return stated.find((value) => value !== null) ?? derived
  }
  const tally: RunTally = {
    durationS: direct('durationS') ?? 0,
    requests: (direct('completed') ?? 0) + (direct('failed') ?? 0),
    completed: direct('completed') ?? 0,
    resent: 0,
    good: null,
    inputTokens: direct('totalInputTokens') ?? 0,
    outputTokens: direct('totalOutputTokens') ?? 0,
    inputs: direct('totalInputs') ?? 0,
    inputAudioS: 0,
    peakEvents: 0,
    peakRequests: 0,
    peakConcurrency: 0,
  }
  return ofEach((name) => {
    const { imported, compute, schema } = scalarOf(name)
    const value = direct(name) ?? (imported === 'totals' ? compute(tally) : null)
    return value ?? (schema.safeParse(null).success ? null : 0)
  }) as ScalarValues
}

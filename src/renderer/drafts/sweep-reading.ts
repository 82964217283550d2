// Converts the composed sweep to its file and its plan and back, with the problems of its fields.
import { message, sentences, type Text } from '#core/messages/message.ts'
import { defaultsOf } from '#core/model/benchmark-config.ts'
import { sweepNameOf } from '#core/model/run/run-name.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { joined, readingOf, type Section } from '#core/sweep/file/file-place.ts'
import { loadsContents, searchAt, searchContents } from '#core/sweep/file/loads.ts'
import { readSweepFile } from '#core/sweep/file/read-sweep-file.ts'
import { sweepFileContents } from '#core/sweep/file/write-sweep-file.ts'
import { parseConcurrencyList, parseLoadList } from '#core/sweep/load-list.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import type { FlagIndex } from '#core/vllm/flag-index.ts'
import { axisSection, settingSection, settingText, tunedName, writtenAxis } from './axis-text.ts'
import { draftOf as benchmarkDraftOf, readDraft } from './benchmark-draft.ts'
import * as features from './features.ts'
import { limitInForm } from './limit-row.ts'
import type { DraftServer, QuestionFeature, SweepDraft } from './question-feature.ts'
import {
  linesOf,
  percentText,
  problemsAt,
  scalar,
  scalars,
  type SweepDocument,
  sweepDocumentSchema,
  type SweepReading,
  texts,
} from './sweep-document.ts'

const ofFeatures = Object.values<QuestionFeature>(features)
const drafts = ofFeatures.map(({ draft }) => draft)

/** Undefined for a sweep file. */
export function draftOf({ loadKind }: Pick<SweepDocument, 'loadKind'>): SweepDraft | undefined {
  return ofFeatures.find(({ question }) => question === loadKind)?.draft
}

/** Contents of the file, besides servers and benchmark. */
function fileContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { limits, price, retries } = document
  const shared = {
    ...scalars({ retries, 'warm-up': document['warm-up'], 'cool-down': document['cool-down'] }),
    'reset-caches': document['reset-caches'],
    ...(price['per-hour'].trim() !== '' && { price: scalars(price) }),
  }
  const draft = draftOf(document)
  return draft === undefined
    ? { ...shared, limits, ...sweepContents(document, flagIndex) }
    : { ...shared, ...draft.contents(document, flagIndex) }
}

function sweepContents(document: SweepDocument, flagIndex: FlagIndex): Section {
  const { loadKind, load, search, axes, exclude, omit, repeats, order } = document
  const { precision, ...range } = scalars(search)
  const seconds = load['seconds-per-point']
  return {
    load: {
      ...(loadKind === 'listed' ? load : readableLoads(load)),
      'seconds-per-point': seconds.trim() === '' ? null : scalar(seconds),
    },
    ...(loadKind !== 'listed' && {
      search: {
        ...{ find: loadKind, ...range },
        ...(loadKind === 'capacity' && { precision: `${String(precision)} %` }),
      },
    }),
    axes: axes.map((axis) => axisSection(axis, flagIndex)),
    exclude: linesOf(exclude).map((line) => settingSection(line, flagIndex)),
    ...{ omit, order, repeats: scalar(repeats) },
    'stop-when-saturated': document['stop-when-saturated'],
  }
}

/** A search ignores listed loads, so they need not be valid. */
function readableLoads(load: SweepDocument['load']): Section {
  const { 'request-rate': rates, 'max-concurrency': limits } = load
  return {
    ...(parseLoadList(rates).problem === null && { 'request-rate': rates }),
    ...(parseConcurrencyList(limits).problem === null && { 'max-concurrency': limits }),
  }
}

/** `server` is the one whose flags the sweep sets. */
export function readSweep(
  document: SweepDocument,
  flagIndex: FlagIndex,
  server: DraftServer | null = null,
): SweepReading {
  const { config, problems: workloadProblems } = readDraft(document.workload)
  const contents = fileContents(document, flagIndex)
  const { value, problems } = readingOf(
    () =>
      draftOf(document)?.plan(contents, server, flagIndex) ??
      readSweepFile(contents, flagIndex).plan,
  )
  const { search } = contents
  const plan = value && config && { ...value, config }
  const usualName = plan && sweepNameOf(plan, plan.tune === null ? undefined : 'tuning')
  return {
    rates: parseLoadList(document.load['request-rate']),
    concurrencies: parseConcurrencyList(document.load['max-concurrency']),
    held: heldBy(config ?? defaultsOf(document.workload['compat'])),
    search: search === undefined ? null : readingOf(() => searchAt(search, 'search')).value,
    ...{ problems, workloadProblems },
    plan: plan && { ...plan, name: document.name.trim() || (usualName ?? '') },
  }
}

/** First problem of each axis, with its remedy. */
export function axisProblems(
  { axes, loadKind }: Pick<SweepDocument, 'axes' | 'loadKind'>,
  reading: Pick<SweepReading, 'problems'>,
): readonly (Text | null)[] {
  return axes.map(({ columns }, index) => {
    const flag = tunedName(columns[0]?.flag ?? '')
    const place = loadKind === 'tune' ? joined('flags', flag) : joined('axes', index)
    const [problem] = problemsAt(reading, place)
    if (problem === undefined) return null
    const name = problem.place.slice(place.length).replace(/^\./, '')
    const stated = name === '' ? problem.text : message('common.of', { name, text: problem.text })
    return sentences([
      message('common.sentence', { text: stated }),
      ...(problem.remedy === null ? [] : [problem.remedy]),
    ])
  })
}

/** Document of `plan` on these servers. */
export function sweepDocument(
  plan: SweepPlan,
  { serverIds, flagIndex }: Readonly<{ serverIds: readonly string[]; flagIndex: FlagIndex }>,
): SweepDocument {
  const { search } = plan
  const [ofFeature] = drafts.flatMap((draft) => draft.document(plan, flagIndex) ?? [])
  return sweepDocumentSchema.parse({
    ...texts(sweepFileContents({ plan, servers: [] }, flagIndex)),
    ...{ serverIds, loadKind: search?.kind ?? 'listed' },
    workload: benchmarkDraftOf(plan.config),
    load: { 'seconds-per-point': '', ...texts(loadsContents(plan)) },
    ...(search !== null && {
      search: {
        ...texts(searchContents(search)),
        ...(search.kind === 'capacity' && { precision: percentText(search.precision) }),
      },
    }),
    limits: plan.limits.map(limitInForm),
    axes: plan.axes.map((axis) => writtenAxis(axis, flagIndex)),
    exclude: plan.excluded.map((setting) => settingText(setting, flagIndex)).join('\n'),
    omit: plan.omitted,
    ...ofFeature,
  })
}

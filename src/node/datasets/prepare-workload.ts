// Turns a config into requests and their send times: datasets, lengths and arrival times, all from one seed.
import { parsedJson } from '#core/base/parsed-json.ts'
import { message, type Message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { clockedS } from '#core/traits/load-traits.ts'
import { isSelfTimed } from '#core/traits/dataset-traits.ts'
import { compatProfileOf } from '#core/compat/compat-profile-of.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { PythonRandom } from '#core/random/python-random.ts'
import {
  arrivalPatternOf,
  clockedArrivals,
  gapS,
  recordedOffsetsS,
  type Schedule,
  schedules,
} from '#core/workload/arrivals.ts'
import { type RateSeries, readRateSeries, seriesOffsetsS } from '#core/workload/rate-series.ts'
import { beginningCount, beginningsOf } from '#core/workload/beginnings.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { expandHome } from '#node/files/data-folder.ts'
import { readTextFile } from '#node/files/text-file.ts'
import { requireGoingOn, type SamplerSources } from './samplers/sampler.ts'
import { samplers } from './samplers/samplers.ts'
import type { LoraAssignment } from '#core/flags/server.ts'

export type Workload = Schedule &
  Readonly<{
    requests: readonly SampledRequest[]
    /** Adapter of each request; null if all use the model itself. */
    loraModules: readonly string[] | null
  }>

/** `leftOut` counts requests that are too long for `maxModelLen`. */
export type PreparedWorkload = Workload & Readonly<{ leftOut: number }>

/** Rejects with `dataset-invalid`, `tokenizer-unavailable`, `invalid-input` or `cancelled`. */
export async function prepareWorkload(
  given: BenchmarkConfig,
  {
    tokenizer,
    requestIdPrefix,
    signal,
    keepText,
    onPrompt,
  }: Omit<SamplerSources, 'numpyRandom' | 'pythonRandom'>,
): Promise<PreparedWorkload> {
  const config = { ...given, datasetPath: given.datasetPath && expandHome(given.datasetPath) }
  const numpyRandom = new NumpyRandomState(config.seed)
  const pythonRandom = new PythonRandom(config.seed)
  const { requestIds } = compatProfileOf(config).workload
  const sample = await samplers[config.datasetName]()
  const sampled = await sample(config, {
    tokenizer: tokenizer && signal ? stoppable(tokenizer, signal) : tokenizer,
    requestIdPrefix,
    numpyRandom,
    pythonRandom,
    ...(signal && { signal }),
    ...(keepText && { keepText }),
    ...(onPrompt && { onPrompt }),
  })
  const fitting = withinModelLen(sampled, config)
  const requests = requestIds ? fitting : fitting.map((each) => ({ ...each, requestId: null }))
  const loraModules = loraModulesFor(config, requests, pythonRandom)
  const leftOut = sampled.length - requests.length
  return { requests, loraModules, leftOut, ...(await scheduleFor(requests, config, numpyRandom)) }
}

/** One sentence, or null. */
export function leftOutWarning(
  { maxModelLen }: BenchmarkConfig,
  { requests, leftOut }: Pick<PreparedWorkload, 'requests' | 'leftOut'>,
): readonly Message[] {
  if (leftOut === 0) return []
  const all = requests.length + leftOut
  return [message('workload.leftOut', { count: leftOut, all, most: maxModelLen })]
}

function withinModelLen(
  sampled: readonly SampledRequest[],
  { maxModelLen }: BenchmarkConfig,
): readonly SampledRequest[] {
  if (maxModelLen === null) return sampled
  const cut = new Set<string>()
  const fitting = sampled.filter(({ promptTokens, expectedOutputTokens, turn }) => {
    const fits = promptTokens + expectedOutputTokens <= maxModelLen
    if (turn === undefined) return fits
    // Later turns need the earlier ones.
    if (!fits) cut.add(turn.conversationId)
    return !cut.has(turn.conversationId)
  })
  if (fitting.length > 0 || sampled.length === 0) return fitting
  const sizes = sampled.map((request) => request.promptTokens + request.expectedOutputTokens)
  const shortest = sizes.reduce((least, size) => Math.min(least, size), Infinity)
  throw appError(
    'invalid-input',
    'workload.nothingShortEnough',
    { length: maxModelLen, shortest },
    { field: 'maxModelLen' },
  )
}

async function scheduleFor(
  requests: readonly SampledRequest[],
  config: BenchmarkConfig,
  random: NumpyRandomState,
): Promise<Schedule> {
  if (isSelfTimed(config)) return { offsetsS: recordedOffsetsS(requests), endS: 0 }
  const { schedule } = compatProfileOf(config).workload
  const pattern = arrivalPatternOf(config)
  if (config.requestRateSeries !== null) {
    const series = await rateSeriesIn(config.requestRateSeries)
    const nextGap = () => gapS(1, pattern.burstiness, random)
    return { offsetsS: seriesOffsetsS(beginningCount(requests), series, nextGap), endS: 0 }
  }
  const durationS = clockedS(config)
  return durationS === null
    ? schedules[schedule](beginningCount(requests), pattern, random)
    : clockedArrivals(pattern, { durationS, schedule, random })
}

/** Enough for one rate per second of a day. */
const mostSeriesBytes = 16 * 2 ** 20

async function rateSeriesIn(file: string): Promise<RateSeries> {
  const text = await readTextFile(file, { mostBytes: mostSeriesBytes })
  return readRateSeries(parsedJson(text) ?? null, file)
}

function loraModulesFor(
  { loraModules: modules, loraAssignment: assignment }: BenchmarkConfig,
  requests: readonly SampledRequest[],
  random: PythonRandom,
): Workload['loraModules'] {
  if (modules === null) return null
  const assigned = assignLoraModules(beginningCount(requests), { modules, assignment }, random)
  // All turns of a conversation use one adapter, because otherwise no server could cache them.
  return Array.from(beginningsOf(requests), (beginning) => assigned[beginning] ?? '')
}

// A tokenizer that rejects further work once its consumer has aborted.
function stoppable(tokenizer: Tokenizer, signal: AbortSignal): Tokenizer {
  const goOn = (): void => requireGoingOn({ signal })
  return {
    ...tokenizer,
    encode: async (texts, addSpecialTokens) => {
      goOn()
      return tokenizer.encode(texts, addSpecialTokens)
    },
    decode: async (sequences) => {
      goOn()
      return tokenizer.decode(sequences)
    },
    renderChats: async (chats) => {
      goOn()
      return tokenizer.renderChats(chats)
    },
  }
}

type Assign = (modules: readonly string[], index: number, random: PythonRandom) => string

const assign: Readonly<Record<LoraAssignment, Assign>> = {
  random: (modules, _, random) => random.choice(modules),
  'round-robin': (modules, index) => modules[index % modules.length] ?? '',
}

/** One name per request, drawn after the dataset and before arrival times, as in the original. Exported for tests. */
export function assignLoraModules(
  count: number,
  { modules, assignment }: Readonly<{ modules: readonly string[]; assignment: LoraAssignment }>,
  random: PythonRandom,
): readonly string[] {
  return Array.from({ length: count }, (_, index) => assign[assignment](modules, index, random))
}

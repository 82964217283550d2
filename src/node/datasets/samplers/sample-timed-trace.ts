// The timed_trace dataset: the first entries of a recorded trace, up to the requested number.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { readHashSeed } from '#core/random/python-hash.ts'
import {
  sampleTimedTrace as samplePrompts,
  type TracedRequest,
} from '#core/workload/datasets/timed-trace.ts'
import { traceLineSkipper } from '#core/workload/datasets/trace-scan.ts'
import { type TraceLayout, traceLayouts } from '#core/workload/datasets/trace-layouts.ts'
import { readEntries } from '../row-file.ts'
import { datasetPathOf, neededTokenizer, notEmpty, type Sampler } from './sampler.ts'

export const sampleTimedTrace: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = datasetPathOf(config)
  const labels = {
    timestamp: config.timedTraceLabelTimestamp,
    inputLength: config.timedTraceLabelInputLength,
    outputLength: config.timedTraceLabelOutputLength,
    hashIds: config.timedTraceLabelHashIds,
  }
  const traced: TracedRequest[] = []
  let first: number | null = null
  const layout = traceLayouts[config.timedTraceLayout]
  const blockTokens = layout.blockTokens ?? config.timedTraceChunkHashSize
  const {
    timedTraceSecMultiplier: multiplier,
    timedTraceStart: startS,
    timedTraceEnd: endS,
  } = config
  const secMultiplier = multiplier * layout.secondsPerUnit
  const sendsAtTimes = config.selfTimed !== false && config.compat === 'kneepoint'
  const isEarly = (timestamp: number) =>
    startS > 0 && first !== null && (timestamp - first) * secMultiplier < startS
  const skipLine =
    startS > 0 && layout.labels ? traceLineSkipper(layout.labels(labels), isEarly) : null
  for await (const { value, where } of readEntries(path, sources.signal, skipLine)) {
    const request = layout.read(value, { where, labels, blockTokens })
    if (request === null) continue
    first ??= request.timestamp
    if (isEarly(request.timestamp)) continue
    if (endS !== null && (request.timestamp - first) * secMultiplier >= endS) break
    const before = traced.at(-1)?.timestamp ?? -Infinity
    if (sendsAtTimes && request.timestamp < before) {
      const field = layout.timeField ?? labels.timestamp
      throw backwards(where, { field, at: request.timestamp, before })
    }
    traced.push(request)
    if (traced.length === config.numPrompts) break
  }
  if (first !== null && traced.length === 0) {
    throw appError(
      'dataset-invalid',
      'workload.traceWindow',
      { path },
      { field: 'timedTraceStart' },
    )
  }
  notEmpty(traced, {
    problem: message('workload.empty', { path }),
    remedy: message('workload.jsonLines'),
  })
  const isDated = requireSeconds(first ?? 0, { multiplier, layout, path })
  const options = {
    chunkHashSize: blockTokens,
    secMultiplier,
    zero: layout.startsAtFirst || isDated || startS > 0 ? (first ?? 0) + startS / secMultiplier : 0,
    requestIdPrefix: sources.requestIdPrefix,
    hashSeed: readHashSeed(process.env.PYTHONHASHSEED),
  }
  return samplePrompts(traced, options, tokenizer)
}

/** Ten years: no relative time is this large, but every date since 1980 is. */
const datedFromS = 3.2e8
/** The year 5138: milliseconds since 1970 exceed it if read as seconds. */
const datedToS = 1e11

type TraceUnits = Readonly<{ multiplier: number; layout: TraceLayout; path: string }>

/** Whether times are dates, counted from the first entry. Throws if their unit differs from the trace's. */
function requireSeconds(first: number, { multiplier, layout, path }: TraceUnits): boolean {
  const seconds = first * layout.secondsPerUnit
  if (layout.startsAtFirst || seconds < datedFromS) return false
  if (seconds * multiplier < datedToS) return true
  const perSecond = 10 ** (3 * Math.round(Math.log10(seconds / 1.7e9) / 3))
  throw appError(
    'dataset-invalid',
    'workload.datedTrace',
    { path, first, multiplier: 1 / perSecond },
    { field: 'timedTraceSecMultiplier' },
  )
}

type Times = Readonly<{ field: string; at: number; before: number }>

/** The original client sends such an entry late, after the previous one. */
function backwards(place: string, times: Times): AppError {
  return new AppError(
    'dataset-invalid',
    message('common.at', { place, text: message('workload.traceBackwards', times) }),
    { field: 'datasetPath', remedy: message('workload.traceBackwards.remedy') },
  )
}

// The timed_trace dataset: a recorded trace, as many of its entries as asked, from the first on.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { readHashSeed } from '#core/random/python-hash.ts'
import {
  sampleTimedTrace as samplePrompts,
  type TracedRequest,
} from '#core/workload/datasets/timed-trace.ts'
import { traceLayouts } from '#core/workload/datasets/trace-layouts.ts'
import { readJsonLines } from '../json-file.ts'
import { isRowFile, readRowFile } from '../row-file.ts'
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
  const layout = traceLayouts[config.timedTraceLayout]
  const sendsAtTimes = config.selfTimed !== false && config.compat === 'kneepoint'
  const read = isRowFile(path) ? readRowFile : readJsonLines
  for await (const { value, where } of read(path, sources.signal)) {
    const request = layout.read(value, { where, labels })
    if (request === null) continue
    const before = traced.at(-1)?.timestamp ?? -Infinity
    if (sendsAtTimes && request.timestamp < before) {
      const field = layout.timeField ?? labels.timestamp
      throw backwards(where, { field, at: request.timestamp, before })
    }
    traced.push(request)
    if (traced.length === config.numPrompts) break
  }
  notEmpty(traced, {
    problem: message('workload.empty', { path }),
    remedy: message('workload.jsonLines'),
  })
  const options = {
    chunkHashSize: layout.blockTokens ?? config.timedTraceChunkHashSize,
    secMultiplier: config.timedTraceSecMultiplier * layout.secondsPerUnit,
    startsAtFirst: layout.startsAtFirst,
    requestIdPrefix: sources.requestIdPrefix,
    hashSeed: readHashSeed(process.env.PYTHONHASHSEED),
  }
  return samplePrompts(traced, options, tokenizer)
}

type Times = Readonly<{ field: string; at: number; before: number }>

/** The original sends such an entry late, after the one before it. */
function backwards(place: string, times: Times): AppError {
  return new AppError(
    'dataset-invalid',
    message('common.at', { place, text: message('workload.traceBackwards', times) }),
    { field: 'datasetPath', remedy: message('workload.traceBackwards.remedy') },
  )
}

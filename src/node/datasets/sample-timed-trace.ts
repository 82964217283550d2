// The timed_trace dataset: a recorded trace in JSON lines, as many of its entries as asked, from the first on.
import { sampleTimedTrace as samplePrompts, tracedRequest } from '#core/workload/timed-trace.ts'
import type { TracedRequest } from '#core/workload/timed-trace.ts'
import { readJsonLines } from './json-lines-file.ts'
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
  for await (const { value, where } of readJsonLines(path, sources.signal)) {
    traced.push(tracedRequest(value, { where, labels }))
    if (traced.length === config.numPrompts) break
  }
  notEmpty(traced, { problem: `${path} is empty`, remedy: 'Give it one JSON object per line.' })
  const options = {
    chunkHashSize: config.timedTraceChunkHashSize,
    secMultiplier: config.timedTraceSecMultiplier,
    requestIdPrefix: sources.requestIdPrefix,
  }
  return samplePrompts(traced, options, tokenizer)
}

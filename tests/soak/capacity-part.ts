// Capacities that follow from a model, searched for by rate over HTTP in real time: three presets, two kinds of limit.
import type { LatencyLimit } from '#core/model/sweep.ts'
import { limitText } from '#core/sweep/limit-text.ts'
import type { CapacityAnswer } from '#core/model/sweep-search.ts'
import { searchOnSimulator, trueCapacity, type CapacityCase } from '../capacity/search-capacity.ts'
import type { SoakPart } from './soak-part.ts'

const mostRuns = 15
const mostOff = 0.1

const common: Pick<CapacityCase, 'over' | 'from' | 'secondsPerPoint' | 'warmUpS'> = {
  ...{ over: 'requestRate', from: 8, secondsPerPoint: 15, warmUpS: 3 },
}
/** Long outputs: a server of few requests in flight fills up and empties too quickly for its model to give the mean. */
const written = { ...common, inputTokens: 256, outputTokens: 64 }
/** With few places a batch is full, and requests wait, within the time of a run. */
const crowded = { ...common, inputTokens: 128, outputTokens: 32, flags: { 'max-num-seqs': 32 } }

const ttft: LatencyLimit = { name: 'ttft', percentile: 95, bound: 500 }
const tpot = (mostMs: number): LatencyLimit => ({
  ...{ name: 'tpot', percentile: null, bound: mostMs },
})

const cases: readonly CapacityCase[] = [
  { ...common, preset: 'quick', inputTokens: 256, outputTokens: 16, limit: ttft },
  { ...crowded, preset: 'l4-qwen-3b', limit: ttft },
  { ...crowded, preset: 'a100-llama-8b', limit: ttft },
  { ...written, preset: 'l4-qwen-3b', limit: tpot(40) },
  { ...written, preset: 'a100-llama-8b', limit: tpot(20) },
  { ...written, preset: 'h100-llama-8b', limit: tpot(10) },
]

export const capacityPart: SoakPart = {
  name: 'capacity',
  async run() {
    let within = 0
    for (const wanted of cases) if (await isFound(wanted)) within++
    if (within < cases.length) {
      throw new Error(`${within} of ${cases.length} were found within a tenth in ${mostRuns} runs.`)
    }
    return `${within} of ${cases.length} found within a tenth in ${mostRuns} runs or fewer`
  },
}

async function isFound(wanted: CapacityCase): Promise<boolean> {
  const truth = trueCapacity(wanted)
  const { estimate, runs, ending } = await searchPatiently(wanted)
  const found = estimate ?? NaN
  console.log(
    `  ${wanted.preset}, ${limitText(wanted.limit)}: ${found.toFixed(1)} of ` +
      `${truth.toFixed(1)} requests/s (${(100 * (found / truth - 1)).toFixed(0)} %), ${runs} runs, ${ending}`,
  )
  return Math.abs(found / truth - 1) <= mostOff && runs <= mostRuns
}

/** A machine that was busy with something else for a moment gets another chance. */
async function searchPatiently(wanted: CapacityCase): Promise<CapacityAnswer> {
  const answer = await searchOnSimulator(wanted)
  if (answer.ending !== 'client-limited') return answer
  console.log(`  ${wanted.preset}: our own client was the limit; once more`)
  return await searchOnSimulator(wanted)
}

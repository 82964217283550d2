// Demonstration: a sweep of about 30 s over the built-in simulator whose curve has a knee. `kneepoint demo` and the start page
// run it.
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { simulatorSpecSchema, type SimulatorSpec } from '#core/model/server.ts'
import { sweepPlanSchema, type SweepPlan } from '#core/model/sweep.ts'

export const demoSimulator: SimulatorSpec = simulatorSpecSchema.parse({
  ...{ kind: 'simulator', preset: 'quick', startupS: 1 },
})

/**
 * The `quick` preset serves 23.6 of these requests per second (`bench/knee-truth.ts`). Every rate differs enough from it that
 * five seconds show whether the server keeps up.
 */
export const demoRates: readonly number[] = [16, 20, 22, 32]
/** The lowest rate then sends 80 requests: p95 needs 73, p99 would need 368. */
const secondsPerPoint = 5
const workload = {
  ...{ datasetName: 'random', promptTokenIds: true, randomInputLen: 256, randomOutputLen: 64 },
  percentileMetrics: ['ttft', 'tpot', 'itl', 'e2el'],
  metricPercentiles: [50, 95],
} satisfies Partial<BenchmarkConfig>

/** `fields` determine its target; a search replaces the listed rates. */
export function demoPlan(
  name: string,
  fields: Partial<BenchmarkConfig> = {},
  search: SweepPlan['search'] = null,
): SweepPlan {
  const config = benchmarkFieldsSchema.parse({ ...workload, ...fields })
  const loads = { requestRates: demoRates, maxConcurrencies: [null], secondsPerPoint }
  return sweepPlanSchema.parse({ name, config, ...loads, search })
}

/** Whether a plan is the demonstration, regardless of its name. */
export function isDemoPlan({ requestRates, secondsPerPoint: seconds, config }: SweepPlan): boolean {
  return (
    requestRates.join() === demoRates.join() &&
    seconds === secondsPerPoint &&
    config.randomInputLen === workload.randomInputLen &&
    config.randomOutputLen === workload.randomOutputLen
  )
}

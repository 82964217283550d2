// Runs as OpenTelemetry metrics: how those in progress are doing, and the results of the last ones. docs/monitoring.md lists
// them. They are made for each collection: instruments of the SDK would go on reporting runs that have ended.
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { CollectionResult, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Run } from '#core/model/run/run.ts'
import { liveFigures } from './live-figures.ts'
import { dataOf, type MetricPoint } from './metric-data.ts'
import { resultFigures } from './result-figures.ts'

/** Results are reported of this many runs, the latest to end. */
const mostResults = 20

type Live = Readonly<{ run: Run; progress: LoadProgress; beganAtEpochMs: number }>

export class RunMetrics implements MetricProducer {
  readonly #version: string
  readonly #live = new Map<string, Live>()
  readonly #ended = new Map<string, Run>()

  constructor(version: string) {
    this.#version = version
  }

  observe(run: Run, progress: LoadProgress): void {
    const beganAtEpochMs = Date.now() - progress.elapsedS * 1000
    this.#live.set(run.id, { run, progress, beganAtEpochMs })
  }

  end(run: Run): void {
    this.#live.delete(run.id)
    this.#ended.set(run.id, run)
    for (const early of [...this.#ended.keys()].slice(0, -mostResults)) this.#ended.delete(early)
  }

  remove(runId: string): void {
    this.#live.delete(runId)
    this.#ended.delete(runId)
  }

  collect(): Promise<CollectionResult> {
    const points = [
      { name: 'kneepoint.runs', value: this.#live.size, attributes: {} },
      ...[...this.#live.values()].flatMap(livePoints),
      ...[...this.#ended.values()].flatMap(resultPoints),
    ]
    const scopeMetrics = [
      { scope: { name: 'kneepoint', version: this.#version }, metrics: dataOf(points, Date.now()) },
    ]
    return Promise.resolve({
      resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics },
      errors: [],
    })
  }
}

function livePoints({ run, progress, beganAtEpochMs }: Live): MetricPoint[] {
  const attributes = attributesOf(run)
  return liveFigures(progress).map((figure) => ({ ...figure, attributes, beganAtEpochMs }))
}

function resultPoints(run: Run): MetricPoint[] {
  if (run.summary === null) return []
  const attributes = { ...attributesOf(run), grade: judgeRun(run)?.grade ?? 'unknown' }
  return resultFigures(run.summary).map(({ statistic, ...figure }) => ({
    ...figure,
    attributes: statistic === null ? attributes : { ...attributes, statistic },
  }))
}

function attributesOf({ id, name, config: { model }, serverName }: Run): Record<string, string> {
  return {
    'run.id': id,
    'run.name': name,
    ...(model !== null && { model }),
    ...(serverName !== null && { server: serverName }),
  }
}

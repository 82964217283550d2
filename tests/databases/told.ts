// What a version says of a database, in figures that mean the same in every version.
import type { Run } from '#core/model/run/run.ts'
import type { Client } from '#node/application/services/client-of.ts'

const mostRequests = 1000

export async function reported(client: Client) {
  const runs = await Promise.all(
    (await client.runs.list({})).map(async ({ id }) => {
      const { total, rows } = await client.runs.requests({ id, limit: mostRequests })
      const e2elMs = rows.map((row) => row.e2elMs)
      return { ...reportedOf(await client.runs.get({ id })), total, e2elMs }
    }),
  )
  const sweeps = (await client.sweeps.list()).map(({ id, plan, points, status }) => ({
    ...{ id, status, name: plan.name, requestRates: plan.requestRates },
    points: points.map(({ status, runId, requestRate }) => ({ status, runId, requestRate })),
  }))
  const servers = (await client.servers.list()).map(({ id, name, spec }) => ({
    ...{ id, name, kind: spec.kind },
  }))
  return { runs, sweeps, servers }
}

function reportedOf({ summary, ...run }: Run) {
  const { id, name, tags, notes, status, serverName, sweepId, pointIndex, plannedRequests } = run
  const { randomInputLen, requestRate, goodput, header, extraBody } = run.config
  return {
    ...{ id, name, tags, notes, status, serverName, sweepId, pointIndex, plannedRequests },
    config: { randomInputLen, requestRate, goodput, header, extraBody },
    facts: run.facts && { model: run.facts.model, simulated: run.facts.simulated },
    summary: summary && {
      ...{ completed: summary.completed, failed: summary.failed, durationS: summary.durationS },
      totalInputTokens: summary.totalInputTokens,
      totalOutputTokens: summary.totalOutputTokens,
      ttftMeanMs: summary.metrics.ttft?.mean ?? null,
      e2elMeanMs: summary.metrics.e2el?.mean ?? null,
    },
  }
}

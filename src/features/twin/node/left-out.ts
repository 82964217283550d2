// Why runs are left out of a fit, and what helps: prompts that the server knew need another seed.
import type { Judgement } from '#core/model/run/judgement.ts'
import type { Run } from '#core/model/run/run.ts'
import { judgementText } from '#core/judgement/reason-text.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { Database } from '#node/storage/database.ts'
import { listRuns } from '#node/storage/runs.ts'

/** Runs of the same server, whatever their end: each has sent its prompts. */
function runsBeside(database: Database, { serverName, baseUrl }: Run): Run[] {
  return listRuns(database, { text: '', sweepId: null }).filter(
    (run) => run.serverName === serverName && run.baseUrl === baseUrl,
  )
}

/** The smallest seed that no stored run of the server has. */
export function freshSeed(database: Database, run: Run): number {
  const used = new Set(runsBeside(database, run).map(({ config }) => config.seed))
  let seed = 1
  while (used.has(seed)) seed++
  return seed
}

/** A sentence on a run that is not usable. */
export function leftOutText(
  database: Database,
  { run, judgement }: Readonly<{ run: Run; judgement: Judgement }>,
): Message {
  const { name, config } = run
  if (!judgement.reasons.some(({ code }) => code === 'cache-polluted')) {
    return message('twin.leftOut', { name, why: judgementText(judgement) })
  }
  const isRepeated = runsBeside(database, run).some(
    (other) =>
      other.createdAtEpochMs < run.createdAtEpochMs &&
      other.config.seed === config.seed &&
      other.config.datasetName === config.datasetName,
  )
  return isRepeated
    ? message('twin.leftOut.seed', {
        ...{ name, seed: config.seed, next: freshSeed(database, run) },
      })
    : message('twin.leftOut.cache', { name })
}

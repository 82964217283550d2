// Refuses calls that would cost more GPU time or tokens than this program's limit, unless the user agreed.
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'
import type { Server } from '#core/model/server.ts'
import type { Client } from '#node/application/services/client-of.ts'

export type CostLimits = Readonly<{ gpuSeconds: number; tokens: number }>

/** Null if not known in advance. */
export type Cost = Readonly<{ durationS: number | null; tokens: number | null }>

export const confirmed = z
  .boolean()
  .default(false)
  .describe(
    'Only true after the user has seen the estimate and agreed to it. Needed above the limits this server was started with.',
  )

/** Throws `invalid-input` with the estimate. Load on the simulator costs nothing. */
export async function requireAffordable(
  { client, limits }: Readonly<{ client: Client; limits: CostLimits }>,
  asked: Readonly<{ serverIds: readonly string[]; cost: Cost; confirmed: boolean }>,
): Promise<void> {
  if (asked.confirmed) return
  const servers = await client.servers.list()
  const paid = servers.filter(
    ({ id, spec }) => asked.serverIds.includes(id) && spec.kind !== 'simulator',
  )
  if (paid.length === 0) return
  const { durationS, tokens } = asked.cost
  const gpuSeconds = durationS === null ? null : durationS * Math.max(...paid.map(gpuCountOf))
  const isAffordable =
    gpuSeconds !== null &&
    gpuSeconds <= limits.gpuSeconds &&
    (tokens === null || tokens <= limits.tokens)
  if (isAffordable) return
  throw appError('invalid-input', 'cli.mcp.tooCostly', {
    gpuSeconds: gpuSeconds === null ? '?' : Math.ceil(gpuSeconds),
    tokens: tokens === null ? '?' : Math.ceil(tokens),
    mostGpuSeconds: limits.gpuSeconds,
    mostTokens: limits.tokens,
  })
}

/** Number of GPUs from the server or the user; 1 if neither states it. */
function gpuCountOf({ state, spec }: Server): number {
  const known = state.state === 'ready' ? state.facts.gpuCount : undefined
  return known ?? (spec.kind === 'attached' ? spec.gpuCount : undefined) ?? 1
}

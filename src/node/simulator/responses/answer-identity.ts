// What every answer says of itself.
import { randomUUID } from 'node:crypto'
import type { SimulatedServer } from '../simulated-server.ts'

export type AnswerIdentity = Readonly<{ id: string; model: string; createdEpochS: number }>

/** An adapter answers under its own name. */
export function identify(
  { deployment, loraModules }: SimulatedServer,
  { model }: Readonly<{ model?: string | null | undefined }>,
  prefix: string,
): AnswerIdentity {
  const adapter = loraModules.find((name) => name === model)
  return {
    id: `${prefix}-${randomUUID().replaceAll('-', '')}`,
    model: adapter ?? deployment.model.id,
    createdEpochS: Math.floor(Date.now() / 1000),
  }
}

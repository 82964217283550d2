// Asks a server whether it is well, before a run that takes its time.
import { AppError } from '#core/model/app-error.ts'
import { exchange, type ServerAccess } from '#node/http/http-client.ts'

type Patient = Readonly<{ access: ServerAccess; signal: AbortSignal }>

/** Statuses of a server that has no such endpoint and says nothing by that. */
const unknownThere: readonly number[] = [404, 405, 501]

/** Rejects with `server-unreachable`, also where the server says that it is not well. */
export async function requireHealth({ access, signal }: Patient): Promise<void> {
  const url = `${access.baseUrl}/health`
  const answer = await exchange('GET', '/health', { access, signal }).catch(() => null)
  if (signal.aborted) throw new AppError('cancelled', 'Stopped while asking for health.')
  if (answer === null) throw unwell(`No answer from ${url}.`)
  if (answer.status !== 200 && !unknownThere.includes(answer.status)) {
    throw unwell(`The server says at ${url} that it is not well (HTTP ${answer.status}).`)
  }
}

function unwell(message: string): AppError {
  return new AppError('server-unreachable', message, {
    field: 'baseUrl',
    remedy: 'Wait until it is, or set a ready-check timeout.',
  })
}

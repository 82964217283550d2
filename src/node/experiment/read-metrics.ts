// Reads a page of metrics once, before anything is sent.
import { message, type Message, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { exchange } from '#node/http/http-client.ts'
import type { Page } from '#node/http/page-at.ts'

type MetricsPage = Readonly<{
  /** URL as the user entered it. */
  url: string
  /** Flag that requests the page. */
  field: string
  remedy: Message
}>

/** Rejects with `server-unreachable` for that field. */
export async function readMetrics(
  { access, path, openStream = null }: Page,
  { url, field, remedy }: MetricsPage,
  signal: AbortSignal,
): Promise<string> {
  const unreachable = (problem: Message) =>
    new AppError('server-unreachable', problem, { field, remedy })
  const question = { access, openStream, signal }
  const { status, body } = await exchange('GET', path, question).catch((error: unknown) => {
    if (signal.aborted) throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
    throw unreachable(message('servers.metricsUnreachable', { url, why: textOf(error) }))
  })
  if (status !== 200) throw unreachable(message('servers.metricsStatus', { url, status }))
  return body
}

// Reads a metrics page once, before anything is sent.
import { message, type Message, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { metricsAt, type Page } from '#node/http/page-at.ts'

type MetricsPage = Readonly<{
  /** URL as the user entered it. */
  url: string
  /** Flag that requests the page. */
  field: string
  remedy: Message
}>

/** Rejects with `server-unreachable` for that field. */
export async function readMetrics(
  page: Page,
  { url, field, remedy }: MetricsPage,
  signal: AbortSignal,
): Promise<string> {
  const unreachable = (problem: Message) =>
    new AppError('server-unreachable', problem, { field, remedy })
  const { status, body } = await metricsAt(page, signal).catch((error: unknown) => {
    if (signal.aborted) throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
    throw unreachable(message('servers.metricsUnreachable', { url, why: textOf(error) }))
  })
  if (status !== 200) throw unreachable(message('servers.metricsStatus', { url, status }))
  return body
}

// Runs and sweeps as the Markdown of a report: the verdicts, intervals and reasons of every other surface.
import type { ReportOrder } from '#contract/host-api.ts'
import type { Client } from '#node/application/services/client-of.ts'

/** Longer reports are truncated for an agent; the rest is in a report file. */
const mostCharacters = 24_000

export async function reportText(
  client: Client,
  subject: Pick<ReportOrder, 'runIds' | 'sweepIds'>,
): Promise<string> {
  const { bytes } = await madeReport(client, { ...subject, format: 'md' })
  const text = bytes.toString('utf8')
  if (text.length <= mostCharacters) return text
  const end = text.lastIndexOf('\n', mostCharacters)
  return `${text.slice(0, end)}\n\n(Cut here; write_report gives all of it.)\n`
}

export async function madeReport(
  client: Client,
  order: Omit<ReportOrder, 'language'>,
): Promise<Readonly<{ fileName: string; bytes: Buffer }>> {
  const { id, fileName, bytes } = await client.reports.make({ ...order, language: 'en' })
  try {
    const parts: Buffer[] = []
    let offset = 0
    while (offset < bytes) {
      const part = Buffer.from((await client.reports.read({ id, offset })).base64, 'base64')
      if (part.length === 0) break
      parts.push(part)
      offset += part.length
    }
    return { fileName, bytes: Buffer.concat(parts) }
  } finally {
    await client.reports.remove({ id })
  }
}

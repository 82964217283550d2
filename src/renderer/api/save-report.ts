// Has a report made and takes it out of the application piece by piece.
import type { MadeReport, ReportOrder } from '#contract/host-api.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import type { AppClient } from './client.ts'
import { saveBlob } from './save-file.ts'

type OrderedReport = Readonly<{
  subject: Readonly<{ sweepIds?: string[]; runIds?: string[] }>
  format: ReportOrder['format']
}>

export async function saveReport(client: AppClient, order: OrderedReport): Promise<void> {
  const { made, blob } = await reportOf(client, order)
  saveBlob(made.fileName, blob)
}

export async function reportText(client: AppClient, order: OrderedReport): Promise<string> {
  return (await reportOf(client, order)).blob.text()
}

async function reportOf(
  client: AppClient,
  { subject, format }: OrderedReport,
): Promise<Readonly<{ made: MadeReport; blob: Blob }>> {
  const made = await client.reports.make({ ...subject, format, language: currentLanguage() })
  try {
    return { made, blob: new Blob(await pieces(client, made), { type: made.mediaType }) }
  } finally {
    await client.reports.remove({ id: made.id })
  }
}

async function pieces(client: AppClient, { id, bytes }: MadeReport) {
  const read: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  while (offset < bytes) {
    const { base64 } = await client.reports.read({ id, offset })
    const piece = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    // A file that shrank is no report.
    if (piece.length === 0) throw new Error('The report broke off.')
    read.push(piece)
    offset += piece.length
  }
  return read
}

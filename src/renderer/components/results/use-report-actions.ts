// Menu entries that export a sweep or runs as a report.
import type { ReportFormat } from '#core/model/report-format.ts'
import {
  ClipboardCopy,
  FileChartColumn,
  FileSpreadsheet,
  FileText,
  Package,
  Braces,
} from '@lucide/vue'
import { computed, type Component, type ComputedRef } from 'vue'
import { saveBlob } from '../../api/save-file.ts'
import { type AppClient, useClient } from '../../api/client.ts'
import { t, currentLanguage } from '../../i18n/i18n.ts'
import { useToasts } from '../../stores/toasts.ts'
import type { Action, MenuAction } from '../kit/use-action.ts'
import type { MadeReport, ReportOrder } from '#contract/host-api.ts'

type ReportSubject = Readonly<{ sweepIds?: string[]; runIds?: string[] }>

const icons: Readonly<Record<ReportFormat, Component>> = {
  html: FileChartColumn,
  md: FileText,
  csv: FileSpreadsheet,
  'requests-csv': FileSpreadsheet,
  'series-csv': FileSpreadsheet,
  json: Braces,
  bundle: Package,
}

/** The requested ones, in order; the summary can also be copied. */
export function useReportActions(
  subject: () => ReportSubject,
  action: Action,
  formats: readonly ReportFormat[],
): ComputedRef<readonly MenuAction[]> {
  const client = useClient()
  const toasts = useToasts()

  function copySummary(): void {
    void action.run(async () => {
      const text = await reportText(client, { subject: subject(), format: 'md' })
      await navigator.clipboard.writeText(text)
      toasts.show({ text: t('report.copied') })
    })
  }

  return computed(() => [
    ...formats.map((format) => ({
      id: `report-${format}`,
      label: t(`report.format.${format}`),
      icon: icons[format],
      run: () => void action.run(() => saveReport(client, { subject: subject(), format })),
    })),
    { id: 'report-copy', label: t('report.copy'), icon: ClipboardCopy, run: copySummary },
  ])
}

type OrderedReport = Readonly<{
  subject: Readonly<{ sweepIds?: string[]; runIds?: string[] }>
  format: ReportOrder['format']
}>

async function saveReport(client: AppClient, order: OrderedReport): Promise<void> {
  const { made, blob } = await reportOf(client, order)
  saveBlob(made.fileName, blob)
}

async function reportText(client: AppClient, order: OrderedReport): Promise<string> {
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
    // A file that shrank is incomplete.
    if (piece.length === 0) throw new Error('The report broke off.')
    read.push(piece)
    offset += piece.length
  }
  return read
}

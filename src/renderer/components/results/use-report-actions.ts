// The ways a sweep or runs leave the window as a report, as entries of a menu.
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
import { useClient } from '../../api/client.ts'
import { reportText, saveReport } from '../../api/save-report.ts'
import { t } from '../../i18n/i18n.ts'
import { useToasts } from '../../stores/toasts.ts'
import type { MenuAction } from '../kit/menu-action.ts'
import type { Action } from '../kit/use-action.ts'

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

/** Those asked for, in their order; the summary can be copied as well. */
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

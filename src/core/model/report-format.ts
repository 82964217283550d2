// The formats of a report.

export const reportFormats = [
  'html',
  'md',
  'csv',
  'requests-csv',
  'series-csv',
  'json',
  'bundle',
] as const

export type ReportFormat = (typeof reportFormats)[number]

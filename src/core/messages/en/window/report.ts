// Reports: what a sweep, or runs, can be taken along as. Reports themselves are in English.
export const report = {
  menu: 'Report…',
  copy: 'Copy the summary as Markdown',
  copied: 'The summary is in the clipboard.',
  format: {
    html: 'Report as a page (HTML)',
    md: 'Summary as Markdown',
    csv: 'Points as CSV',
    'requests-csv': 'Every request as CSV',
    'series-csv': 'Series over time as CSV',
    json: 'Results as JSON',
    bundle: 'Bundle for another Kneepoint',
  },
} as const

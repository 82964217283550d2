// A cluster job as text in the form: one line per field, and shell lines to run before the server.
import type { SlurmJob } from '#core/flags/slurm-job.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'

export const jobLines = [
  'partition',
  'account',
  'qos',
  'timeLimit',
  'gpusPerNode',
  'options',
  'nodes',
  'loadNodes',
  'loadOptions',
] as const

export type JobText = Readonly<Record<(typeof jobLines)[number] | 'setup', string>>

export const emptyJob: JobText = {
  ...{ partition: '', account: '', qos: '', timeLimit: '', gpusPerNode: '', options: '' },
  ...{ nodes: '', loadNodes: '', loadOptions: '', setup: '' },
}

/** Parses the form; the schema validates it. */
export function readJob(written: JobText): unknown {
  const { options, nodes, loadNodes, loadOptions, setup, ...lines } = written
  const asked = Object.entries(lines).map(([name, text]) => [name, text.trim() || null])
  const forLoad = { loadNodes: Number(loadNodes.trim()), loadOptions: wordsOf(loadOptions) }
  const own = { options: wordsOf(options), nodes: Number(nodes.trim() || 1) }
  return { ...Object.fromEntries(asked), ...own, ...forLoad, setup }
}

export function jobTextOf(job: SlurmJob): JobText {
  const { options, nodes, loadNodes, loadOptions, setup, ...lines } = job
  const { partition, account, qos, timeLimit, gpusPerNode } = lines
  return {
    partition: partition ?? '',
    account: account ?? '',
    qos: qos ?? '',
    timeLimit: timeLimit ?? '',
    gpusPerNode: gpusPerNode ?? '',
    options: shellText(options),
    nodes: nodes === 1 ? '' : String(nodes),
    loadNodes: loadNodes === 0 ? '' : String(loadNodes),
    loadOptions: shellText(loadOptions),
    setup,
  }
}

/** Incomplete quotes cannot be split into arguments yet. */
function wordsOf(text: string): readonly string[] | null {
  try {
    return splitShellText(text)
  } catch {
    return null
  }
}

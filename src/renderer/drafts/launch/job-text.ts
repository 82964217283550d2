// A cluster job as text in the form: one line per field, and shell lines to run before the server.
import type { SlurmJob } from '#core/flags/slurm-job.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import type { LaunchWay } from './launch-way.ts'
import { wordsOf } from './runtime-forms.ts'

const fields = {
  partition: { placeholder: 'gpu' },
  account: { placeholder: '' },
  qos: { placeholder: '' },
  timeLimit: { placeholder: '4:00:00' },
  gpusPerNode: { placeholder: 'h100:2' },
  options: { placeholder: '--exclusive', mono: true },
  nodes: { placeholder: '1' },
  loadNodes: { placeholder: '0' },
  loadOptions: { placeholder: '--partition=cpu', mono: true },
  setup: { placeholder: 'module load cuda', rows: 2 },
} as const

type JobText = Readonly<Record<keyof typeof fields, string>>

export const jobWay: LaunchWay = {
  name: 'job',
  labels: 'launch.job',
  setting: 'job',
  fields,
  empty: {
    ...{ partition: '', account: '', qos: '', timeLimit: '', gpusPerNode: '', options: '' },
    ...{ nodes: '', loadNodes: '', loadOptions: '', setup: '' },
  },
  secretField: 'setup',
  read: readJob,
  textsOf: ({ job }) => job && jobTextOf(job),
}

function readJob(written: JobText): unknown {
  const { options, nodes, loadNodes, loadOptions, setup, ...lines } = written
  const asked = Object.entries(lines).map(([name, text]) => [name, text.trim() || null])
  const forLoad = { loadNodes: Number(loadNodes.trim()), loadOptions: wordsOf(loadOptions) }
  const own = { options: wordsOf(options), nodes: Number(nodes.trim() || 1) }
  return { ...Object.fromEntries(asked), ...own, ...forLoad, setup }
}

function jobTextOf(job: SlurmJob): JobText {
  const { options, nodes, loadNodes, loadOptions, setup, ...lines } = job
  return {
    partition: lines.partition ?? '',
    account: lines.account ?? '',
    qos: lines.qos ?? '',
    timeLimit: lines.timeLimit ?? '',
    gpusPerNode: lines.gpusPerNode ?? '',
    options: shellText(options),
    nodes: nodes === 1 ? '' : String(nodes),
    loadNodes: loadNodes === 0 ? '' : String(loadNodes),
    loadOptions: shellText(loadOptions),
    setup,
  }
}

/** Incomplete quotes cannot be split into arguments yet. */

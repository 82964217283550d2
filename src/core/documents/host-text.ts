// Hosts as plain text: a list with one per line, or all facts that one host reported.
import type { Language } from '../messages/languages.ts'
import { inEnglish, message, type Text } from '../messages/message.ts'
import type { Gpu, HostFacts } from '#core/model/host-facts.ts'
import { type Host, hostAddress } from '#core/model/host.ts'
import { printable } from '#core/base/printable.ts'
import { type Column, textTable } from './table.ts'

const none = '–'

type ListedHost = Pick<Host, 'name' | 'spec' | 'facts'>

const listColumns: readonly Column<ListedHost>[] = [
  { head: [message('tables.host')], align: 'left', cell: ({ name }) => printable(name, 30) },
  { head: [message('tables.reachedBy')], align: 'left', cell: ({ spec }) => wayText(spec) },
  {
    head: [message('tables.gpus')],
    align: 'left',
    cell: ({ facts }) => gpuSummary(facts?.gpus ?? []),
  },
]

export function hostsTable(hosts: readonly ListedHost[], language: Language): string {
  return textTable(listColumns, hosts, language)
}

/** Same content as data. */
export function hostRow({ name, spec, facts }: ListedHost) {
  return { name, ...spec, gpus: facts?.gpus ?? [] }
}

const gpuColumns: readonly Column<Gpu>[] = [
  { head: ['GPU', ''], cell: ({ index }) => String(index) },
  { head: ['name', ''], align: 'left', cell: ({ name }) => printable(name, 40) },
  { head: ['memory', 'MiB'], cell: ({ memoryTotalMiB }) => amount(memoryTotalMiB) },
  { head: ['used', 'MiB'], cell: ({ memoryUsedMiB }) => amount(memoryUsedMiB) },
  { head: ['busy', '%'], cell: ({ utilizationPercent }) => amount(utilizationPercent) },
  { head: ['power', 'W'], cell: ({ powerW }) => amount(powerW) },
  { head: ['limit', 'W'], cell: ({ powerLimitW }) => amount(powerLimitW) },
  { head: ['driver', ''], align: 'left', cell: ({ driverVersion }) => driverVersion ?? none },
]

export function hostFactsText(facts: HostFacts): string {
  const { modelCache } = facts
  return [
    [
      `${facts.hostname} (${facts.system}), as ${facts.user}`,
      `CPU: ${facts.cpuName ?? 'unknown'}, ${amount(facts.cpuCount)} cores, load ${amount(facts.load1)}`,
      `Memory: ${amount(facts.memoryAvailableMiB)} of ${amount(facts.memoryTotalMiB)} MiB available`,
      `Models: ${modelCache.path}, ${amount(modelCache.freeMiB)} MiB free`,
      ...facts.cachedModels.map((model) => `  ${model}`),
    ].join('\n'),
    facts.gpuProblem === null
      ? textTable(gpuColumns, facts.gpus)
      : `No GPU was found: ${inEnglish(facts.gpuProblem)}`,
    ...section('On the GPUs:', facts.gpuProcesses.map(processText)),
    ...section(
      'vLLM:',
      facts.installations.map(({ version, place }) => `${version ?? 'unknown'}  ${place}`),
    ),
  ].join('\n\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')]
}

function processText({ pid, name, owner, memoryUsedMiB }: HostFacts['gpuProcesses'][number]) {
  return `${pid}  ${name}  ${owner ?? 'unknown owner'}  ${amount(memoryUsedMiB)} MiB`
}

function wayText(spec: Host['spec']): Text {
  if (spec.kind === 'local') return message('tables.here')
  return printable(`ssh ${hostAddress(spec)}`, 40)
}

/** `2 × NVIDIA H100` */
function gpuSummary(gpus: readonly Gpu[]): string {
  const names = new Set(gpus.map(({ name }) => name))
  const count = (name: string) => gpus.filter((gpu) => gpu.name === name).length
  return [...names].map((name) => `${count(name)} × ${name}`).join(', ') || none
}

function amount(value: number | null): string {
  return value === null ? none : String(value)
}

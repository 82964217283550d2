// Facts of a host, in display order.
import type { HostFacts } from '#core/model/host-facts.ts'
import { dash, formatCount, formatNumber, withUnit } from '#core/base/numbers.ts'
import { formatMoment } from '../../i18n/i18n.ts'

type MachineFactName =
  | 'machine'
  | 'cpu'
  | 'load'
  | 'memory'
  | 'modelCache'
  | 'cachedModels'
  | 'cuda'
  | 'driver'
  | 'takenAt'

type MachineFact = Readonly<{ name: MachineFactName; value: string }>

export function machineFacts(facts: HostFacts): readonly MachineFact[] {
  const { modelCache } = facts
  return [
    { name: 'machine', value: `${facts.user}@${facts.hostname}, ${facts.system}` },
    { name: 'cpu', value: `${formatCount(facts.cpuCount)} × ${facts.cpuName ?? dash}` },
    { name: 'load', value: formatNumber(facts.load1) },
    { name: 'memory', value: freeOf(facts.memoryAvailableMiB, facts.memoryTotalMiB) },
    {
      name: 'modelCache',
      value: `${freeOf(modelCache.freeMiB, modelCache.totalMiB)} · ${modelCache.path}`,
    },
    { name: 'cachedModels', value: facts.cachedModels.join(', ') || dash },
    { name: 'cuda', value: facts.cudaVersion ?? dash },
    { name: 'driver', value: facts.gpus[0]?.driverVersion ?? dash },
    { name: 'takenAt', value: formatMoment(facts.takenAtEpochMs) },
  ]
}

/** A size in GiB; anything below 0.1 GiB is irrelevant here. */
export function gibibytes(mebibytes: number | null): string {
  return formatNumber(mebibytes === null ? null : Math.round((mebibytes / 1024) * 10) / 10)
}

function freeOf(freeMiB: number | null, totalMiB: number | null): string {
  return withUnit(`${gibibytes(freeMiB)} / ${gibibytes(totalMiB)}`, 'GiB')
}

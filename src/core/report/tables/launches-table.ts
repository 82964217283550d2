// Launched servers as a table in plain text: what to call them by, where they are, how they are.
import type { Launch, LaunchStatus } from '../../model/server/launch.ts'
import { isGone } from '../../vllm/launch/launch-status.ts'
import { localIsoText } from '../local-time.ts'
import { printable } from '../printable.ts'
import { textTable, type TextColumn } from './text-table.ts'

export type LaunchRow = Readonly<{ hostName: string; launch: Launch; status: LaunchStatus }>

const columns: readonly TextColumn<LaunchRow>[] = [
  { head: ['server'], align: 'left', cell: ({ launch }) => launch.id },
  { head: ['host'], align: 'left', cell: ({ hostName }) => printable(hostName, 24) },
  {
    head: ['model'],
    align: 'left',
    cell: ({ launch }) => printable(launch.profile.config.model, 40),
  },
  { head: ['port'], cell: ({ launch }) => String(launch.port) },
  {
    head: ['since'],
    align: 'left',
    cell: ({ launch }) => localIsoText(launch.createdAtEpochMs).slice(0, 16).replace('T', ' '),
  },
  { head: ['state'], align: 'left', cell: ({ status }) => stateText(status) },
]

export function launchesTable(rows: readonly LaunchRow[]): string {
  return textTable(columns, rows)
}

function stateText(status: LaunchStatus): string {
  if (status.isServerAlive) return 'runs'
  if (!isGone(status)) return `left behind: ${status.members.map(({ pid }) => pid).join(', ')}`
  if (status.wasStopped) return 'stopped'
  return status.end === null ? 'gone' : `ended with code ${status.end.code}`
}

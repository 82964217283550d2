// Launched servers as a plain-text table: identifier, host, state.
import type { Language } from '../messages/languages.ts'
import { message, type Text } from '../messages/message.ts'
import type { Launch, LaunchStatus } from '#core/model/launch.ts'
import { jobEnding } from '../vllm/launch/job-state.ts'
import { isGone } from '../vllm/launch/launch-scripts.ts'
import { minuteText } from '#core/base/local-time.ts'
import { printable } from '#core/base/printable.ts'
import { type Column, textTable } from './table.ts'

export type LaunchRow = Readonly<{ hostName: string; launch: Launch; status: LaunchStatus }>

const columns: readonly Column<LaunchRow>[] = [
  { head: [message('tables.server')], align: 'left', cell: ({ launch }) => launch.id },
  {
    head: [message('tables.host')],
    align: 'left',
    cell: ({ hostName }) => printable(hostName, 24),
  },
  {
    head: [message('tables.model')],
    align: 'left',
    cell: ({ launch }) => printable(launch.profile.config.model, 40),
  },
  { head: [message('tables.port')], cell: ({ launch }) => String(launch.port) },
  {
    head: [message('tables.since')],
    align: 'left',
    cell: ({ launch }) => minuteText(launch.createdAtEpochMs),
  },
  { head: [message('tables.state')], align: 'left', cell: ({ status }) => stateText(status) },
]

export function launchesTable(rows: readonly LaunchRow[], language: Language): string {
  return textTable(columns, rows, language)
}

/** Same content as data; `exitCode` is null while the server runs, and if its exit is unknown. */
export function launchRow({ hostName, launch, status }: LaunchRow) {
  return {
    id: launch.id,
    host: hostName,
    model: launch.profile.config.model,
    port: launch.port,
    createdAt: new Date(launch.createdAtEpochMs).toISOString(),
    isRunning: status.isServerAlive,
    exitCode: status.end?.code ?? null,
  }
}

/** Merges rows of one launch, because a machine that is stored under several names lists it under each. */
export function eachOnce(rows: readonly LaunchRow[]): LaunchRow[] {
  const launches = Map.groupBy(rows, ({ launch }) => `${launch.id} ${launch.createdAtEpochMs}`)
  return [...launches.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, hostName: [first, ...others].map((row) => row.hostName).join(', ') }],
  )
}

function stateText(status: LaunchStatus): Text {
  if (status.isServerAlive) return message('tables.runsOn')
  if (!isGone(status)) {
    const pids = status.members.map(({ pid }) => pid).join(', ')
    return message('tables.leftBehind', { pids })
  }
  if (status.wasStopped) return message('tables.stopped')
  const ending = status.job && jobEnding(status.job, [])
  if (ending !== null) return ending
  return status.end === null
    ? message('tables.gone')
    : message('tables.endedWith', { code: status.end.code })
}

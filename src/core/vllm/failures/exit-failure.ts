// Why a server ended whose log does not say, from its exit code alone.
import { message } from '#core/messages/message.ts'
import type { ServerFailure } from './find-failure.ts'

const signalBase = 128

const bySignal: Readonly<Record<number, Pick<ServerFailure, 'id' | 'title' | 'remedy'>>> = {
  6: {
    id: 'aborted',
    title: message('failures.aborted'),
    remedy: message('failures.aborted.remedy'),
  },
  9: {
    id: 'killed-outside',
    title: message('failures.killed'),
    remedy: message('failures.killed.remedy'),
  },
  11: {
    id: 'crashed',
    title: message('failures.crashed'),
    remedy: message('failures.crashed.remedy'),
  },
  15: {
    id: 'ended-outside',
    title: message('failures.terminated'),
    remedy: message('failures.terminated.remedy'),
  },
}

/** Null for codes without a meaning. */
export function exitFailure(code: number): ServerFailure | null {
  const known = bySignal[code - signalBase]
  return known === undefined ? null : { ...known, line: message('hosts.exitCode', { code }) }
}

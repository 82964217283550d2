// Progress of a run in one line: completed share, rate, requests in flight, failures, remaining time.
import { endedRequests } from '#core/model/run/run.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { LoadProgress } from '#contract/load-protocol.ts'

const widestBar = 20
const narrowestBar = 4
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** For a terminal: redrawn in place. The bar fills the space that the numbers leave. */
export function progressBar(progress: LoadProgress, columns: number): string {
  const share = progress.planned === 0 ? 0 : endedRequests(progress) / progress.planned
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  const times = clock(progress.elapsedS) + timeLeft(progress)
  const text = ` ${done(progress)} [${times}] ${figures(progress)}`
  const room = columns - percent.length - text.length - '||'.length
  const cells = Math.min(widestBar, Math.max(narrowestBar, room))
  return `${percent}|${bar(share, cells)}|${text}`.slice(0, columns)
}

/** Separate line for a log. */
export function progressSentence(progress: LoadProgress): Message {
  const { elapsedS, inFlight, queued, failed, rejected, clientCancelled, etaS } = progress
  const figures = {
    ...{ elapsed: clock(elapsedS), done: done(progress), rate: rateText(progress) },
    ...{ inFlight, failed },
  }
  const answered =
    queued > 0
      ? message('cli.progressQueued', { ...figures, queued })
      : message('cli.progress', figures)
  const withRejected =
    rejected > 0 ? message('cli.progressRejected', { progress: answered, rejected }) : answered
  const sentence =
    clientCancelled > 0
      ? message('cli.progressCancelled', { progress: withRejected, cancelled: clientCancelled })
      : withRejected
  return etaS === null ? sentence : message('cli.left', { progress: sentence, time: clock(etaS) })
}

function bar(share: number, cells: number): string {
  const filled = Math.floor(share * cells * 8)
  return ('█'.repeat(Math.floor(filled / 8)) + (eighths[filled % 8] ?? '')).padEnd(cells)
}

function done(progress: LoadProgress): string {
  return `${endedRequests(progress)}/${progress.planned}`
}

function figures(progress: LoadProgress): string {
  const queued = progress.queued > 0 ? `, ${progress.queued} waiting` : ''
  const rejected = progress.rejected > 0 ? `, ${progress.rejected} rejected` : ''
  const cancelled = progress.clientCancelled > 0 ? `, ${progress.clientCancelled} cancelled` : ''
  return `${rateText(progress)} req/s, ${progress.inFlight} in flight${queued}, ${progress.failed} failed${rejected}${cancelled}`
}

function rateText(progress: LoadProgress): string {
  return (progress.elapsedS > 0 ? endedRequests(progress) / progress.elapsedS : 0).toFixed(1)
}

function timeLeft({ etaS }: LoadProgress): string {
  return etaS === null ? '' : `, ${clock(etaS)} left`
}

/** `0:07`, `12:34`, `1:02:03`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  const tail = String(whole % 60).padStart(2, '0')
  if (minutes < 60) return `${minutes}:${tail}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${tail}`
}

// Reports created for a window, each a temporary file until it is read.
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type MadeReport, reportApi, type ReportOrder } from '#contract/host-api.ts'
import { appError } from '#core/model/app-error.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { handlers } from './handlers.ts'

/** Base64 makes it a third longer, which still fits into a message. */
const pieceBytes = 512 * 1024

type MadeReportsOptions = Readonly<{ jobs: JobProcesses; version: string }>

export class MadeReports {
  readonly #options: MadeReportsOptions
  readonly #paths = new Map<string, string>()
  #folder: Promise<string> | null = null

  constructor(options: MadeReportsOptions) {
    this.#options = options
  }

  /** Aborts with the signal. */
  async make(
    { format, language, ...subject }: ReportOrder,
    signal: AbortSignal | undefined,
  ): Promise<MadeReport> {
    const { jobs, version } = this.#options
    const id = randomUUID()
    const file = path.join(await this.#ownFolder(), id)
    const input = { subject, format, language, version, path: file }
    const made = await jobs
      .do({ name: 'writeReport', input }, signal)
      .catch(async (error: unknown) => {
        await rm(file, { force: true })
        throw error
      })
    this.#paths.set(id, file)
    return { id, ...made, bytes: (await stat(file)).size }
  }

  async read(id: string, offset: number): Promise<string> {
    const file = await open(this.#find(id))
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, offset)
      return buffer.subarray(0, bytesRead).toString('base64')
    } finally {
      await file.close()
    }
  }

  async remove(id: string): Promise<void> {
    const file = this.#find(id)
    this.#paths.delete(id)
    await rm(file, { force: true })
  }

  /** Deletes unread reports as well. */
  async close(): Promise<void> {
    if (this.#folder !== null) await rm(await this.#folder, { recursive: true, force: true })
  }

  #ownFolder(): Promise<string> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'kneepoint-reports-'))
    return this.#folder
  }

  #find(id: string): string {
    const file = this.#paths.get(id)
    if (file !== undefined) return file
    throw appError('not-found', 'files.reportGone')
  }
}

export function reportRoutes(reports: MadeReports) {
  return handlers(reportApi, {
    make: (input, signal) => reports.make(input, signal),
    read: async ({ id, offset }) => ({
      base64: await reports.read(id, offset),
    }),
    remove: (input) => reports.remove(input.id),
  })
}

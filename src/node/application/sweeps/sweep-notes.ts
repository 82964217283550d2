// Stored state of one sweep: its log, points and answers. Read again each time, because users change it too. The plan is the
// requested one, including secrets, which are not stored.
import {
  type LoggedValues,
  loggedValues,
  type SweepLogEntry,
  type SweepLogKind,
} from '#core/model/sweep-log.ts'
import type { FoundAnswer, Sweep, SweepPlan, SweepPoint, SweepStatus } from '#core/model/sweep.ts'
import { withFinding } from '#node/runs/found-setting.ts'
import { readSweepLog } from '#node/storage/sweeps.ts'
import type { Database } from '#node/storage/database.ts'
import type { RunRepository } from '../run-repository.ts'

type NoteTools = Readonly<{ database: Database; runRepository: RunRepository }>

export class SweepNotes {
  readonly #id: string
  readonly #tools: NoteTools
  readonly #asked: SweepPlan | null

  /** `asked` is null if the stored plan is complete. */
  constructor(id: string, tools: NoteTools, asked: SweepPlan | null) {
    this.#id = id
    this.#tools = tools
    this.#asked = asked
  }

  get sweep(): Sweep {
    const stored = this.#stored
    const { name } = stored.plan
    return this.#asked === null ? stored : { ...stored, plan: { ...this.#asked, name } }
  }

  get #stored(): Sweep {
    return this.#tools.runRepository.sweep(this.#id)
  }

  readLog(): SweepLogEntry[] {
    return readSweepLog(this.#tools.database, this.#id)
  }

  log(kind: SweepLogKind, values: LoggedValues = {}, about?: SweepPoint): void {
    const point = about?.index ?? null
    const entry = { atEpochMs: Date.now(), kind, point, ...loggedValues(values) }
    this.#tools.runRepository.addToLog(this.#id, entry)
  }

  /** Replaces the point with the same index, or appends it. */
  savePoint(point: SweepPoint): void {
    const { points } = this.sweep
    const others = points.filter(({ index }) => index !== point.index)
    this.change({ points: [...others, point].sort((a, b) => a.index - b.index) })
  }

  saveAnswer(found: FoundAnswer): void {
    this.change({ answers: [...this.sweep.answers, found] })
  }

  change(changes: Partial<Pick<Sweep, 'points' | 'answers' | 'status'>>): Sweep {
    return this.#tools.runRepository.saveSweep({ ...this.#stored, ...changes })
  }

  /** Ends the sweep; a tuning keeps its findings so far. */
  end(status: SweepStatus): Sweep {
    const { database, runRepository } = this.#tools
    return runRepository.saveSweep(withFinding(database, { ...this.#stored, status }))
  }

  changePoints(change: (point: SweepPoint) => Partial<SweepPoint>): Sweep {
    return this.change({
      points: this.sweep.points.map((point) => ({ ...point, ...change(point) })),
    })
  }
}

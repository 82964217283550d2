// The side of the process that prepares workloads, one at a time; its prompts stay here until they are released.
import { toWire } from '#contract/app-error.ts'
import type { ParentPort } from '#contract/app-events.ts'
import type { StepDetail } from '#core/model/run/benchmark-step.ts'
import type {
  FromPreparation,
  PreparationStep,
  SummaryCircumstances,
  ToPreparation,
} from '#contract/preparation-protocol.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { type PreparedRun, prepareRun } from '#node/experiment/prepare-run.ts'

type Order = Extract<ToPreparation, { type: 'prepare' }>

export class PreparationService {
  readonly #post: (message: FromPreparation) => void
  #prepared: Omit<PreparedRun, 'preparation'> | null = null
  #records: RequestRecord[] = []

  constructor({ post }: Pick<ParentPort<FromPreparation, ToPreparation>, 'post'>) {
    this.#post = post
  }

  take(message: ToPreparation): void {
    this.#replyTo(message).catch((error: unknown) =>
      this.#post({ type: 'failed', error: toWire(error) }),
    )
  }

  async #replyTo(message: ToPreparation): Promise<void> {
    switch (message.type) {
      case 'prepare':
        return this.#prepare(message)
      case 'count':
        return this.#count((await this.#prepared?.countTokens?.(message.texts)) ?? [])
      case 'repeated':
        return this.#count([(await this.#prepared?.repeatedTokens(message.sent)) ?? 0])
      case 'records':
        for (const record of unpackRecords(message.records)) this.#records.push(record)
        return
      case 'summarize':
        return this.#summarize(message.circumstances)
      case 'release':
        return this.#release()
    }
  }

  async #prepare({ order, tokenizerFile }: Order): Promise<void> {
    const tools = {
      hostTokenizer: () => Promise.resolve(tokenizerFile),
      onStep: (step: PreparationStep, detail?: StepDetail) =>
        this.#post({ type: 'step', step, detail }),
    }
    // Cancelling ends the process.
    const { preparation, ...rest } = await prepareRun(order, tools, new AbortController().signal)
    this.#prepared = rest
    this.#post({ type: 'prepared', preparation })
    // Before the run, in case the program is replaced meanwhile.
    await import('#node/experiment/summarize-records.ts')
  }

  async #summarize(circumstances: SummaryCircumstances): Promise<void> {
    const summary = await this.#prepared?.summarize(this.#records.splice(0), circumstances)
    if (summary === undefined) throw new TypeError('No workload was prepared.')
    this.#post({ type: 'summarized', summary })
  }

  #count(tokens: readonly number[]): void {
    this.#post({ type: 'counted', tokens })
  }

  #release(): void {
    this.#prepared?.close()
    this.#prepared = null
    this.#records = []
  }
}

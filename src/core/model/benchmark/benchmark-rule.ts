// A rule on a benchmark: the field it is about, when it is broken, and what to say then.
import type { Message } from '#core/messages/message.ts'
import type { BenchmarkConfig, BenchmarkField } from './benchmark-fields.ts'

export type BenchmarkRule = {
  readonly field: BenchmarkField
  readonly broken: (config: BenchmarkConfig) => boolean
  readonly message: Message | ((config: BenchmarkConfig) => Message)
}

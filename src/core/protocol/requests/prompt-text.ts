// The prompt as text, for the families that take no token ids.
import { AppError } from '../../model/app-error.ts'
import type { PromptText } from '../../workload/random/round-trips.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { TokenIds } from '../../workload/token-ids.ts'

export function promptText(prompt: SampledRequest['prompt']): PromptText {
  if (!(prompt instanceof TokenIds)) return prompt
  throw new AppError('unsupported', 'This backend takes text; token ids cannot be sent to it.', {
    field: 'promptTokenIds',
    remedy: 'Choose a completions backend, or a tokenizer that turns the ids into text.',
  })
}

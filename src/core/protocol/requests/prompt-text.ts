// The prompt as text, for the families that take no token ids.
import { message } from '#core/messages/message.ts'
import { AppError } from '../../model/app-error.ts'
import type { PromptText } from '../../workload/random/round-trips.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { TokenIds } from '../../workload/token-ids.ts'

export function promptText(prompt: SampledRequest['prompt']): PromptText {
  if (!(prompt instanceof TokenIds)) return prompt
  throw new AppError('unsupported', message('workload.textOnly'), {
    field: 'promptTokenIds',
    remedy: message('workload.textOnly.remedy'),
  })
}

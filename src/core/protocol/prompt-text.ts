// The prompt as text, for the families that take no token ids.
import { AppError } from '../model/app-error.ts'
import type { SampledRequest } from '../workload/sampled-request.ts'

export function promptText(prompt: SampledRequest['prompt']): string {
  if (typeof prompt === 'string') return prompt
  throw new AppError('unsupported', 'This backend takes text; token ids cannot be sent to it.', {
    field: 'promptTokenIds',
    remedy: 'Choose a completions backend, or a tokenizer that turns the ids into text.',
  })
}

// How requests to each backend are written.
import type { BackendName } from '../model/backend-traits.ts'
import { chatRequest } from './families/chat.ts'
import { completionsRequest } from './families/completions.ts'
import type { RequestForm } from './request-form.ts'

export const requestForms: Readonly<Record<BackendName, RequestForm>> = {
  openai: completionsRequest,
  vllm: completionsRequest,
  'openai-chat': chatRequest,
}

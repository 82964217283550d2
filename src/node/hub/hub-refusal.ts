// Why the Hub refused something, in words, and what to do about it.
import { textOf } from '#core/messages/message-error.ts'
import { HubApiError } from '@huggingface/hub'
import { message, type Text } from '#core/messages/message.ts'
import { AppError, type AppErrorCode } from '#core/model/app-error.ts'
import type { HubAccess } from './hub-access.ts'
import type { HubRepo, HubRepoType } from './hub-repo.ts'

const blame: Readonly<Record<HubRepoType, Readonly<{ code: AppErrorCode; field: string }>>> = {
  dataset: { code: 'dataset-invalid', field: 'datasetPath' },
  model: { code: 'tokenizer-unavailable', field: 'tokenizer' },
}

/** The hub was reached and said no, so what is kept here would be something else than what was asked for. */
export function isAnswer(error: unknown): boolean {
  return error instanceof HubApiError && error.statusCode < 500
}

export function hubRefusal(error: unknown, repo: HubRepo, { endpoint }: HubAccess): AppError {
  if (error instanceof AppError) return error
  const { code, field } = blame[repo.type]
  const name = `${repo.type} ${repo.id}${repo.revision === 'main' ? '' : `@${repo.revision}`}`
  const { says, remedy } = isAnswer(error) ? answered(error) : unreached(error, endpoint)
  return new AppError(code, message('common.at', { place: name, text: says }), {
    field,
    remedy,
    cause: error,
  })
}

type Explanation = Readonly<{ says: Text; remedy: Text }>

const needsToken: Explanation = {
  says: message('workload.hubPrivate'),
  remedy: message('workload.hubPrivate.remedy'),
}

const explanations: Readonly<Record<number, Explanation>> = {
  401: needsToken,
  403: needsToken,
  404: {
    says: message('workload.hubUnknown'),
    remedy: message('workload.hubUnknown.remedy'),
  },
}

function answered(error: unknown): Explanation {
  const known = error instanceof HubApiError ? explanations[error.statusCode] : undefined
  return known ?? { says: textOf(error), remedy: message('workload.hubLater') }
}

function unreached(error: unknown, endpoint: string): Explanation {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return {
    says: message('workload.hubUnreachable', { endpoint, why: textOf(cause) }),
    remedy: message('workload.hubUnreachable.remedy'),
  }
}

// Why something cannot be had from the hub, in words, and what to do about it.
import { HubApiError } from '@huggingface/hub'
import { AppError, messageOf, type AppErrorCode } from '#core/model/app-error.ts'
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
  return new AppError(code, `${name}: ${says}`, { field, remedy, cause: error })
}

type Explanation = Readonly<{ says: string; remedy: string }>

const needsToken: Explanation = {
  says: 'the hub does not show it to everybody',
  remedy:
    'Set HF_TOKEN to a token that may read it; gated ones have to be asked for on their page.',
}

const explanations: Readonly<Record<number, Explanation>> = {
  401: needsToken,
  403: needsToken,
  404: {
    says: 'the hub has none of that name and revision',
    remedy: 'Check the id, which is written ORG/NAME or ORG/NAME@REVISION, or give a path.',
  },
}

function answered(error: unknown): Explanation {
  const known = error instanceof HubApiError ? explanations[error.statusCode] : undefined
  return known ?? { says: messageOf(error), remedy: 'Try again later, or give a path.' }
}

function unreached(error: unknown, endpoint: string): Explanation {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return {
    says: `${endpoint} cannot be reached (${messageOf(cause)}), and it is not kept here`,
    remedy:
      'Copy it to this machine and give its path, or set HF_ENDPOINT to a mirror that can be reached.',
  }
}

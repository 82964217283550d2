// Requests that the client cancels while they are answered.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { type BackendChoice, isPooling } from '#core/backends/backend-traits.ts'
import { cancelAfterOf } from '#core/traits/cancel-policy.ts'
import { type FlagRecords, onlyWith } from './flag.ts'

const cancelShareDefault = 1

type CancelChoice = Readonly<{ cancelAfter: string | null }>

export const cancelFlags = {
  cancelAfter: {
    /** Null: every response is read to its end. */
    schema: z.string().nullable().default(null),
    kind: 'text',
    metavar: 'TIME|TOKENS',
    summary:
      'Cancel requests after this time or number of output tokens: 2s, 500ms, 50tok. They are no failures.',
    label: 'Cancel after',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: [
      {
        broken: ({ cancelAfter }: CancelChoice) =>
          cancelAfter !== null && cancelAfterOf(cancelAfter) === null,
        message: ({ cancelAfter }: CancelChoice) =>
          message('config.cancelAfter', { text: cancelAfter }),
      },
      {
        broken: (config: CancelChoice & BackendChoice) =>
          config.cancelAfter !== null &&
          cancelAfterOf(config.cancelAfter)?.unit === 'tok' &&
          isPooling(config),
        message: message('config.cancelTokensPooling'),
      },
    ],
  },
  cancelShare: {
    schema: z.number().positive().max(1).default(cancelShareDefault),
    kind: 'number',
    metavar: 'SHARE',
    summary: 'Share of the requests that --cancel-after applies to, drawn from the seed.',
    label: 'Share of requests to cancel',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'load',
    ...onlyWith(
      'cancelAfter',
      ['cancelShare', cancelShareDefault],
      message('config.cancelAfterMissing'),
    ),
  },
} satisfies FlagRecords

// Requests that the server rejects, and when they are sent again.
import { message } from '#core/messages/message.ts'
import { rejectionStatuses } from '#core/traits/retry-policy.ts'
import { z } from 'zod'
import { type FlagRecords, onlyWith } from './flag.ts'
import { count, nonNegativeInteger } from './value-schemas.ts'

const retryMaxDefault = 3

type RetryChoice = Readonly<{ retryStatus: readonly number[] | null }>

function strangeStatus({ retryStatus }: RetryChoice): number | null {
  return retryStatus?.find((status) => !rejectionStatuses.includes(status)) ?? null
}

export const retryFlags = {
  retryStatus: {
    /** Null: a rejection is a failure. */
    schema: z
      .array(z.number({ error: 'takes HTTP statuses separated by commas, as in 429,503' }))
      .min(1)
      .nullable()
      .default(null),
    kind: 'numbers',
    metavar: 'CODE[,CODE...]',
    summary:
      'Retry requests rejected with one of these HTTP statuses; rejections are not failures.',
    label: 'Retry on status',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: [
      {
        broken: (config: RetryChoice) => strangeStatus(config) !== null,
        message: (config: RetryChoice) =>
          message('config.retryStatus', {
            status: strangeStatus(config),
            statuses: rejectionStatuses.join(', '),
          }),
      },
    ],
  },
  retryMax: {
    ...count,
    /** After the first attempt. */
    schema: nonNegativeInteger.max(1000).default(retryMaxDefault),
    unit: 'retries',
    summary: 'Maximum retries per request, after Retry-After or an exponential back-off.',
    label: 'Max retries',
    place: 'more',
    knownTo: 'kneepoint',
    affects: 'load',
    ...onlyWith('retryStatus', ['retryMax', retryMaxDefault], message('config.retryStatusMissing')),
  },
} satisfies FlagRecords

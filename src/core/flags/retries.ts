// Requests that the server rejects, and when they are resent.
import { message } from '#core/messages/message.ts'
import { rejectionStatuses } from '#core/traits/retry-policy.ts'
import { z } from 'zod'
import { count, type FlagRecords, nonNegativeInteger, onlyWith } from './flag.ts'

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
    unfailed: 'rejected',
    metavar: 'CODE[,CODE...]',
    summary:
      'Retry requests rejected with one of these HTTP statuses; rejections are not failures.',
    label: 'Retry on status',
    knownTo: 'kneepoint',
    affects: 'load',
    rules: {
      broken: (config: RetryChoice) => strangeStatus(config) !== null,
      message: (config: RetryChoice) =>
        message('config.retryStatus', {
          status: strangeStatus(config),
          statuses: rejectionStatuses.join(', '),
        }),
    },
  },
  retryMax: {
    ...count,
    /** Excludes the first attempt. */
    schema: nonNegativeInteger.max(1000).default(retryMaxDefault),
    unit: 'retries',
    summary: 'Maximum retries per request, after Retry-After or an exponential back-off.',
    label: 'Max retries',
    knownTo: 'kneepoint',
    affects: 'load',
    ...onlyWith('retryStatus', ['retryMax', retryMaxDefault], message('config.retryStatusMissing')),
  },
} satisfies FlagRecords

// Resets the prefix cache of a benchmark's server, for --reset-prefix-cache.
import { message, sentences } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { resetAllCaches } from '#node/experiment/reset-caches.ts'
import { accessOf } from '#node/experiment/server-access.ts'
import { atLoadPlace } from './load-place.ts'
import { apiKeyOf } from './measure.ts'

/** Rejects with `unsupported` if the server cannot reset its caches, because the user requested cold caches. */
export async function resetCachesOf(config: BenchmarkConfig): Promise<void> {
  const apiKey = apiKeyOf(process.env)
  const reset = await atLoadPlace(config, ({ baseUrl, otherBaseUrls }) =>
    resetAllCaches(
      [baseUrl, ...otherBaseUrls].map((url) => accessOf({ baseUrl: url, apiKey, config })),
    ),
  )
  if (reset.done) return
  throw new AppError('unsupported', reset.reason, {
    field: 'resetPrefixCache',
    remedy: sentences([reset.remedy, message('cli.orDropReset')]),
  })
}

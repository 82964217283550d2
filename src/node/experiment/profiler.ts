// Switches the server's own profiler on and off around a run, where the reader asks for it.
import { AppError, messageOf } from '#core/model/app-error.ts'
import { exchange, type ServerAccess } from '#node/http/http-client.ts'

type Questioning = Readonly<{ access: ServerAccess; signal?: AbortSignal }>

export async function startProfiler(questioning: Questioning): Promise<void> {
  await switchProfiler('/start_profile', questioning)
}

export async function stopProfiler(questioning: Questioning): Promise<void> {
  await switchProfiler('/stop_profile', questioning)
}

async function switchProfiler(path: string, questioning: Questioning): Promise<void> {
  const url = questioning.access.baseUrl + path
  const answer = await exchange('POST', path, questioning).catch((cause: unknown) => {
    throw refusal(url, messageOf(cause), cause)
  })
  if (answer.status !== 200) throw refusal(url, `HTTP ${answer.status}`)
}

function refusal(url: string, reason: string, cause?: unknown): AppError {
  return new AppError('unsupported', `The profiler did not obey ${url}: ${reason}.`, {
    field: 'profile',
    remedy: 'Start the server with a profiler (for vLLM: --profiler-config), or drop --profile.',
    cause,
  })
}

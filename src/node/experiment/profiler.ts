// Switches the server's own profiler on and off around a run, where the reader asks for it.
import { textOf } from '#core/messages/message-error.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
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
    throw refusal(url, textOf(cause), cause)
  })
  if (answer.status !== 200) throw refusal(url, `HTTP ${answer.status}`)
}

function refusal(url: string, reason: Text, cause?: unknown): AppError {
  return new AppError('unsupported', message('runs.profilerRefused', { path: url, why: reason }), {
    field: 'profile',
    remedy: message('runs.profilerRefused.remedy'),
    cause,
  })
}

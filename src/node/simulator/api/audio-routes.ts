// /v1/audio/transcriptions and /translations: a form with a recording as input, text as output.
import { z } from 'zod'
import type { SimulatedServer } from '../simulated-server.ts'
import { generate, toGenerationRequest, warningHeaders } from './generate.ts'
import { type Exchange, readForm } from './http-exchange.ts'
import { identify, writtenDownShape } from './choices-shapes.ts'
import { heardTokens } from './heard-tokens.ts'

/** Form fields are text. `True` is Python's spelling. */
const flag = z
  .enum(['true', 'True', '1', 'false', 'False', '0'])
  .transform((text) => ['true', 'True', '1'].includes(text))
const whole = z.string().regex(/^\d+$/, 'Give a whole number.').transform(Number)

const formSchema = z.looseObject({
  file: z.instanceof(File, { message: 'Give a recording as a file.' }),
  model: z.string().optional(),
  max_completion_tokens: whole.optional(),
  seed: whole.optional(),
  stream: flag.default(false),
  stream_include_usage: flag.default(false),
  ignore_eos: flag.default(false),
})

const idPrefixes = { transcription: 'trsc', translation: 'trsl' }

export function writeDown(kind: keyof typeof idPrefixes) {
  return async (server: SimulatedServer, exchange: Exchange): Promise<void> => {
    const form = await readForm(exchange.request, formSchema, server)
    const { prompt, durationS } = heardTokens(await form.file.bytes())
    const request = toGenerationRequest(
      { ignore_eos: form.ignore_eos, seed: form.seed },
      { prompt, maxTokens: form.max_completion_tokens ?? null },
      server.deployment.maxModelLen,
    )
    generate(server, exchange, {
      request,
      shape: writtenDownShape(identify(server, form, idPrefixes[kind]), { kind, durationS }),
      stream: form.stream,
      includeUsage: form.stream_include_usage,
      headers: warningHeaders(form),
    })
  }
}

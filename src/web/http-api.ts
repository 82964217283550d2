// The window's API over plain HTTP, for scripts: POST /api/v1/CALL with a JSON body, and its OpenAPI description.
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { ORPCError } from '@orpc/server'
import { BodyLimitPlugin } from '@orpc/server/node'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { appErrorWireSchema } from '#contract/app-error.ts'
import type { AppErrorCode } from '#core/model/app-error.ts'
import type { ErrorGroup } from '#core/model/run/run-summary.ts'
import { withGenuineFailures } from '#core/stats/genuine-failures.ts'
import type { Application } from '#node/application/create-application.ts'
import { allowsScript, apiHeaders, refuse, type ScriptAnswers } from './script-access.ts'

export const apiPrefix = '/api/v1'
/** Same limit as for a message from the window. */
const largestBodyBytes = 1024 * 1024
const descriptionPath = `${apiPrefix}/openapi.json`

type Options = Readonly<{ router: Application['router']; token: string; version: string }>

/** Rejects requests without the token, and requests from pages of other origins. */
export function httpApi({ router, token, version }: Options): ScriptAnswers {
  const handler = new OpenAPIHandler(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: largestBodyBytes })],
    clientInterceptors: [
      (call) =>
        call.next().then(withShownSummaries, (error: unknown) => {
          throw withStatus(error)
        }),
    ],
  })
  let description: Promise<string> | null = null

  const answer: ScriptAnswers = async (request, response, entry) => {
    const [pathname = ''] = (request.url ?? '').split('?')
    if (!pathname.startsWith(`${apiPrefix}/`)) return false
    if (!allowsScript(request, response, { ...entry, token })) return true
    if (pathname === descriptionPath) {
      description ??= describe(router, version)
      response.writeHead(200, apiHeaders).end(await description)
    } else {
      const { matched } = await handler.handle(request, response, { prefix: apiPrefix })
      if (!matched) refuse(response, 404, `There is no such call; ${descriptionPath} lists them.`)
    }
    return true
  }
  return answer
}

const summarySchema = z.looseObject({
  failed: z.number(),
  errors: z.array(z.custom<ErrorGroup>()),
})

/** Maximum nesting depth at which a run occurs in a response. */
const deepestRun = 3

/** Adds failures that tables and files show to summaries, for scripts. */
function withShownSummaries<Result>(result: Result, depth = 0): Result {
  if (depth > deepestRun) return result
  if (Array.isArray(result)) {
    return result.map((each: unknown) => withShownSummaries(each, depth + 1)) as Result
  }
  if (typeof result !== 'object' || result?.constructor !== Object) return result
  const members = Object.entries(result).map(([name, member]: [string, unknown]) => {
    const summary = name === 'summary' ? summarySchema.safeParse(member).data : undefined
    const shown = summary && withGenuineFailures(summary)
    return [name, shown ?? withShownSummaries(member, depth + 1)] as const
  })
  return Object.fromEntries(members) as Result
}

/** Error codes caused by the caller or the application's state; all others are 500. */
const statuses: Partial<Record<AppErrorCode, number>> = {
  'invalid-input': 400,
  'dataset-invalid': 400,
  'not-found': 404,
  'model-not-found': 404,
  busy: 409,
  cancelled: 409,
  'host-key-unknown': 409,
  'host-key-changed': 409,
  'database-newer': 409,
  unsupported: 422,
  'tokenizer-unavailable': 422,
  'output-unwritable': 422,
  'server-unreachable': 502,
  'host-unreachable': 502,
  'host-failed': 502,
  'authentication-failed': 502,
  'launch-failed': 502,
  'not-an-llm-server': 502,
}

const callErrorSchema = z.object({
  code: z.string(),
  message: z.string(),
  defined: z.boolean(),
  data: appErrorWireSchema,
})

/** The contract has a single error status; over HTTP, bad input must not look like a server error. */
function withStatus(error: unknown): unknown {
  const parsed = callErrorSchema.safeParse(error)
  const status = parsed.data && statuses[parsed.data.data.code]
  if (!parsed.success || status === undefined) return error
  return new ORPCError(parsed.data.code, { ...parsed.data, status, cause: error })
}

async function describe(router: Application['router'], version: string): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(router, {
    info: { title: 'Kneepoint', version },
    servers: [{ url: apiPrefix }],
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
  return JSON.stringify(document)
}

// The calls of the window over plain HTTP, for scripts: POST /api/v1/CALL with a JSON body, and their description in OpenAPI.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { BodyLimitPlugin } from '@orpc/server/node'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Application } from '#node/application/create-application.ts'
import { allowsScript, refuse, type ScriptAnswers } from './script-access.ts'

export const apiPrefix = '/api/v1'
/** As of a message of the window. */
const largestBodyBytes = 1024 * 1024
const descriptionPath = `${apiPrefix}/openapi.json`

type Options = Readonly<{ router: Application['router']; token: string; version: string }>

/** Every request carries the token; a page of another origin cannot send it. */
export function httpApi({ router, token, version }: Options): ScriptAnswers {
  const handler = new OpenAPIHandler(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: largestBodyBytes })],
  })
  let description: Promise<string> | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [pathname = ''] = (request.url ?? '').split('?')
    if (!pathname.startsWith(`${apiPrefix}/`)) return false
    if (!allowsScript(request, response, token)) return true
    if (pathname === descriptionPath) {
      description ??= describe(router, version)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(await description)
    } else {
      const { matched } = await handler.handle(request, response, { prefix: apiPrefix })
      if (!matched) refuse(response, 404, `There is no such call; ${descriptionPath} lists them.`)
    }
    return true
  }
  return answer
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

// Request bodies that differ only in a shared prompt: the text around it is built once, from real requests.
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { SharedText } from '../../workload/shared-text.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import { isShared } from './json-pieces.ts'
import { buildRequestBody } from './request-body.ts'
import type { BodyOptions, BodyPieces } from './request-form.ts'

/** Text before and after the prompt. Null if the body depends on more than prompt, model and output tokens. */
type Template = readonly [before: string, after: string] | null

/** By model and output tokens. */
type Templates = Map<string, Map<number, Template>>

const plainFields = new Set(['prompt', 'promptTokens', 'expectedOutputTokens', 'requestId'])

export class BodyTemplates {
  readonly #options: Omit<BodyOptions, 'model'>
  readonly #ofIds: Templates = new Map()
  readonly #ofTexts: Templates = new Map()

  constructor(options: Omit<BodyOptions, 'model'>) {
    this.#options = options
  }

  piecesOf(request: SampledRequest, model: string): BodyPieces {
    const { prompt } = request
    const template = isShared(prompt) && isPlain(request) ? this.#templateFor(request, model) : null
    return template === null ? this.#build(request, model) : [template[0], prompt, template[1]]
  }

  #build(request: SampledRequest, model: string): BodyPieces {
    return buildRequestBody(request, { ...this.#options, model })
  }

  #templateFor(request: SampledRequest, model: string): Template {
    const { prompt, expectedOutputTokens } = request
    const ofKind = prompt instanceof TokenIds ? this.#ofIds : this.#ofTexts
    const ofModel = ofKind.get(model) ?? new Map<number, Template>()
    const known = ofModel.get(expectedOutputTokens)
    if (known !== undefined) return known
    const template = this.#newTemplate(request, model)
    ofKind.set(model, ofModel.set(expectedOutputTokens, template))
    return template
  }

  #newTemplate(request: SampledRequest, model: string): Template {
    const around = textAround(request.prompt, this.#build(request, model))
    const other = unlike(request)
    const aroundOther = textAround(other.prompt, this.#build(other, model))
    const isSame = around?.[0] === aroundOther?.[0] && around?.[1] === aroundOther?.[1]
    return isSame ? around : null
  }
}

/** A loop, because it runs for each request. */
function isPlain(request: SampledRequest): boolean {
  for (const name in request) if (!plainFields.has(name)) return false
  return true
}

function textAround(prompt: unknown, pieces: BodyPieces): Template {
  const [before, shared, after, ...further] = pieces
  if (typeof before !== 'string' || typeof after !== 'string') return null
  return shared === prompt && further.length === 0 ? [before, after] : null
}

/** Same in model and output tokens, different in everything else. */
function unlike({ prompt, promptTokens, requestId, ...request }: SampledRequest): SampledRequest {
  return {
    ...request,
    prompt: prompt instanceof TokenIds ? TokenIds.of([1, 2, 3]) : new SharedText(['other']),
    promptTokens: promptTokens + 1,
    requestId: `${requestId ?? ''}-1`,
  }
}

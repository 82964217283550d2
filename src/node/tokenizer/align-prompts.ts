// Checks whether the server splits generated prompts into as many tokens as the local tokenizer. Like the original client,
// truncates prompts that it finds too long to the requested length.
import { message, type Message } from '#core/messages/message.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { TokenIds } from '#core/workload/token-ids.ts'
import { mapWithLimit, TokenizeClient, type TokenizeServer } from './tokenize-client.ts'

type AlignedPrompts = Readonly<{
  requests: readonly SampledRequest[]
  /** Number of truncated prompts. */
  cut: number
}>

/** Text of a prompt and its tokens by our tokenizer. Null if the server cannot tokenize it. */
export type AskedPrompt = Readonly<{ text: string; tokens: number }> | null

export function askedAbout({ prompt, furtherPrompts, promptTokens }: SampledRequest): AskedPrompt {
  if (prompt instanceof TokenIds || furtherPrompts !== undefined) return null
  return { text: String(prompt), tokens: promptTokens }
}

/** True also if the server does not respond. */
export async function isSplitAlike(first: AskedPrompt, server: TokenizeServer): Promise<boolean> {
  const tokens = await tokensOf(first, new TokenizeClient(server))
  return tokens === null || tokens.length === first?.tokens
}

const simultaneousCalls = 64

/** Checks all prompts only if the first one differs; a prompt that cannot be checked remains unchanged. */
export async function alignPrompts(
  requests: readonly SampledRequest[],
  server: TokenizeServer,
): Promise<AlignedPrompts> {
  const [first] = requests
  if (first === undefined || (await isSplitAlike(askedAbout(first), server))) {
    return { requests, cut: 0 }
  }
  const client = new TokenizeClient(server)
  const aligned = await mapWithLimit(requests, simultaneousCalls, (request) =>
    aligning(request, client),
  )
  const cut = aligned.filter((request, index) => request !== requests[index]).length
  return { requests: aligned, cut }
}

async function aligning(request: SampledRequest, client: TokenizeClient): Promise<SampledRequest> {
  const tokens = await tokensOf(askedAbout(request), client)
  if (tokens === null || tokens.length <= request.promptTokens) return request
  const kept = tokens.subarray(0, request.promptTokens)
  const prompt = await client.decode(kept).catch(() => null)
  return prompt === null ? request : { ...request, prompt }
}

/** Null if there is no text to send, or no response. */
async function tokensOf(asked: AskedPrompt, client: TokenizeClient): Promise<Uint32Array | null> {
  return asked && client.encode(asked.text, false).catch(() => null)
}

export function alignmentWarning({ requests, cut }: AlignedPrompts): readonly Message[] {
  if (cut === 0) return []
  return [message('notes.alignment', { cut, all: requests.length })]
}

// Servers, addresses and files as users reported them: the sentence and the exit code of each.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { keptFolder, printed } from './built-programs.ts'

const folder = keptFolder()

type Send = Readonly<{
  response: ServerResponse
  event: (value: unknown) => void
  text: (text: string, finishReason?: unknown) => void
  usage: (promptTokens: number, outputTokens: number) => void
  /** With its length limit, 12. */
  tokens: (count: number) => void
}>

/** 64 prompt tokens are sent, and 12 tokens requested. */
const behaviours = {
  whole: ({ tokens, text, usage }) => {
    tokens(12)
    text('', 'length')
    usage(64, 12)
  },
  'ends early although ignore_eos': ({ tokens, text, usage }) => {
    tokens(5)
    text('', 'stop')
    usage(64, 5)
  },
  'goes on past its limit': ({ tokens, text, usage }) => {
    tokens(15)
    text('', 'length')
    usage(64, 15)
  },
  'cuts prompts': ({ tokens, text, usage }) => {
    tokens(12)
    text('', 'length')
    usage(31, 12)
  },
  'counts prompts thrice': ({ tokens, text, usage }) => {
    tokens(12)
    text('', 'length')
    usage(192, 12)
  },
  'sends no JSON': ({ tokens, event, usage }) => {
    tokens(4)
    event('{"choices": [{"index": 0, "text": " brok')
    usage(64, 12)
  },
  'aborts with an object': ({ tokens, text, usage }) => {
    tokens(4)
    text('', { type: 'abort', message: 'Abort before prefill' })
    usage(64, 4)
  },
  'fails inside its stream': ({ event }) => {
    event({ error: { message: 'The model is overloaded', type: 'overloaded_error', code: 529 } })
  },
  'moved for good': ({ response }) => {
    response.writeHead(308, { location: 'https://inference.example/v1/completions' }).end()
  },
  'moved elsewhere': ({ response }) => {
    response.writeHead(301, { location: '/api/v1/completions' }).end()
  },
} satisfies Readonly<Record<string, (send: Send) => void>>

type Behaviour = keyof typeof behaviours

function sendBy(response: ServerResponse): Send {
  const event = (value: unknown) => {
    const data = typeof value === 'string' ? value : JSON.stringify(value)
    response.write(`data: ${data}\n\n`)
  }
  const text = (piece: string, reason: unknown = null) =>
    event({ choices: [{ index: 0, text: piece, finish_reason: reason }] })
  return {
    ...{ response, event, text },
    usage: (prompt, output) =>
      event({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: output } }),
    tokens: (count) => {
      for (let at = 0; at < count; at++) text(' w')
    },
  }
}

/** Paths that requests were sent to. */
const asked: string[] = []
let behaviour: Behaviour = 'whole'

const server: Server = createServer((request, response) => {
  if (request.method === 'GET') {
    const isList = request.url?.split('?')[0]?.endsWith('/models') === true
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
    return void response.end(JSON.stringify(isList ? { data: [{ id: 'm' }] } : {}))
  }
  asked.push(request.url ?? '')
  request.resume()
  const isMoved = behaviour.startsWith('moved')
  if (!isMoved) response.writeHead(200, { 'content-type': 'text/event-stream' })
  behaviours[behaviour](sendBy(response))
  if (!isMoved) response.end('data: [DONE]\n\n')
})
let origin = ''

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function bench(flags: readonly string[]) {
  asked.length = 0
  const common = ['--model', 'm', '--num-prompts', '3', '--disable-tqdm']
  const options = { program: builtProgram, cwd: folder, env: { KNEEPOINT_DATA: folder } }
  const { code, output, notes } = await runCli(['bench', 'serve', ...common, ...flags], options)
  return { code, output, notes, all: output + notes }
}

const random = [
  ...['--dataset-name', 'random', '--prompt-token-ids', '--vocab-size', '1000'],
  ...['--random-input-len', '64', '--random-output-len', '12'],
]

describe('a server that', { timeout: 30_000 }, () => {
  test.each<[Behaviour, number, RegExp]>([
    ['ends early although ignore_eos', 0, /3 of 3 outputs \(100 %\) are shorter than requested/],
    ['goes on past its limit', 0, /3 of 3 outputs \(100 %\) are longer than requested/],
    ['cuts prompts', 0, /fewer prompt tokens than were sent in 3 of 3 requests/],
    ['counts prompts thrice', 0, /more prompt tokens than were sent in 3 of 3 requests/],
    ['sends no JSON', 1, /JSON/],
    ['aborts with an object', 1, /abort/],
    ['fails inside its stream', 1, /The model is overloaded/],
    ['moved for good', 1, /https:\/\/inference\.example\/v1\/completions/],
    ['moved elsewhere', 1, /\/api\/v1\/completions/],
  ])('%s', async (kind, expected, sentence) => {
    behaviour = kind
    const { code, all } = await bench(['--base-url', origin, ...random, '--ignore-eos'])
    expect(code, all).toBe(expected)
    expect(all).toMatch(sentence)
  })
})

describe('an address', { timeout: 30_000 }, () => {
  test.each([
    ['', '/v1/completions'],
    ['/v1', '/v1/completions'],
    ['/v1/', '/v1/completions'],
    ['/v1/completions/', '/v1/completions'],
    ['/v1?key=abc#frag', '/v1/completions?key=abc'],
    ['/openai?api-version=2024-02-01', '/openai/v1/completions?api-version=2024-02-01'],
  ])('that ends in "%s" asks %s', async (end, expected) => {
    behaviour = 'whole'
    const { code, notes } = await bench(['--base-url', origin + end, ...random])
    expect(code, notes).toBe(0)
    expect(new Set(asked)).toEqual(new Set([expected]))
  })

  test.each([
    ['unix:///var/run/vllm.sock', 'must begin with http:// or https://, not "unix:'],
    ['ftp://x', 'must begin with http:// or https://, not "ftp://x"'],
    ['http://user:sesame@127.0.0.1:1', '--base-url'],
  ])('%s is refused once', async (url, sentence) => {
    const { code, output, notes } = await bench(['--base-url', url, ...random])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(notes).toContain(sentence)
    expect(notes).not.toMatch(/sesame|not .* not /)
  })
})

describe('a file of prompts', { timeout: 30_000 }, () => {
  const row = (text: string) => `{"prompt": "${text}"}\n`
  const utf16 = Buffer.from(row('one more word') + row('two words here'), 'utf16le')
  test.each<[string, Buffer | string, RegExp]>([
    ['in Latin-1', Buffer.from(row('caf\u00e9 one'), 'latin1'), /line 1: byte 16 /],
    ['cut off behind blank lines', `${row('one more')}\n\n{"prompt": "two wo\n`, /line 4/],
    ['with a number as row', `${row('one more')}17\n`, /line 2/],
    ['that is a pointer of Git LFS', 'version https://git-lfs.github.com/spec/v1\n', /Git LFS/],
    ['that is a web page', '<!DOCTYPE html>\n<html></html>\n', /begins with: <!DOCTYPE html>/],
    ['without anything in it', '', /a\.jsonl/],
  ])('%s is refused', async (_what, content, sentence) => {
    writeFileSync(path.join(folder, 'a.jsonl'), content)
    const { code, notes } = await prompted()
    expect(code, notes).toBe(2)
    expect(notes).toMatch(sentence)
    expect(notes).toContain('a.jsonl')
  })

  test.each<[string, Buffer | string]>([
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
    ['in UTF-16 without a mark', utf16],
    ['with a mark and line ends of Windows', `\ufeff${row('one').replace('\n', '\r\n')}`],
  ])('%s is read', async (_what, content) => {
    behaviour = 'whole'
    writeFileSync(path.join(folder, 'a.jsonl'), content)
    const { code, output, notes } = await prompted()
    expect(code, notes).toBe(0)
    expect(printed(output, 'Successful requests')).toBe(3)
  })

  const tokenizer = path.resolve('tests/vllm/fixtures/tokenizers/byte-pairs')
  function prompted() {
    const data = ['--dataset-name', 'custom', '--dataset-path', 'a.jsonl', '--skip-chat-template']
    const lengths = ['--custom-output-len', '12', '--tokenizer', tokenizer]
    return bench(['--base-url', origin, ...data, ...lengths])
  }
})

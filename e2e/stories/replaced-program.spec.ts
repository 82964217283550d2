// An update takes the program's files away while it measures: the run is reported, saved and kept all the same.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exitOf } from '../../scripts/tool.ts'
import { expect, test } from '../fixtures.ts'
import { installProgram } from '../installed-program.ts'

const requests = 20
const load = [
  ...['--model', 'm', '--prompt-token-ids', '--random-input-len', '4', '--random-output-len', '1'],
  ...['--vocab-size', '1000', '--num-prompts', String(requests), '--max-concurrency', '2'],
]
const files = ['--save-result', '--result-filename', 'one.json', '--plot-timeline', '--save-run']

test('a run whose program goes away meanwhile is reported, saved and kept', async ({ folder }) => {
  installProgram(folder)
  const server = await serveUntilHalf(() => renameSync(join(folder, 'out'), join(folder, 'gone')))
  try {
    const args = ['bench', 'serve', '--base-url', server.url, ...load, ...files]
    const run = spawn(process.execPath, [join(folder, 'out/cli/main.cjs'), ...args], {
      cwd: folder,
      env: { ...process.env, KNEEPOINT_DATA: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = [text(run.stdout), text(run.stderr)] as const
    const [output, notes, code] = await Promise.all([...said, exitOf(run)])
    expect(code, notes).toBe(0)
    expect(output).toMatch(new RegExp(`Successful requests: +${requests}\\s`))
    expect(notes).toContain('Stored as "m · random 4/1 · c2".')
    const saved = (ending: string) => readFileSync(join(folder, `one${ending}`), 'utf8')
    expect(JSON.parse(saved('.json'))).toMatchObject({ completed: requests, failed: 0 })
    expect(saved('.timeline.html')).toContain('<script')
  } finally {
    server.close()
  }
})

/** Does something before it answers the second half. */
async function serveUntilHalf(act: () => void) {
  let answered = 0
  const answer = (response: ServerResponse) => {
    if (answered++ === requests / 2) act()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('data: {"choices":[{"index":0,"text":"a"}]}\n\ndata: [DONE]\n\n')
  }
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/completions') answer(response)
    else if (request.url === '/v1/models') response.end('{"object":"list","data":[{"id":"m"}]}')
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

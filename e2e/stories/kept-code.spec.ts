// What V8 compiled in one start serves the next, also after a benchmark changed V8's flags.
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures.ts'
import { installProgram } from '../installed-program.ts'

const execute = promisify(execFile)

test('help loads little, and a benchmark uses the code that an earlier one compiled', async ({
  folder,
}) => {
  const kneepoint = installedIn(folder)
  await kneepoint('--help')
  const ofHelp = keptIn(folder).map(({ name }) => name)
  expect(ofHelp).toEqual(['main.cjs', 'part-help.cjs', 'part-rolldown-runtime.cjs', 'ran-help'])
  const { url, close } = await serveTokens()
  try {
    const load = ['--base-url', url, '--model', 'm', '--prompt-token-ids', '--vocab-size', '1000']
    const few = ['--random-input-len', '4', '--random-output-len', '1', '--num-prompts', '3']
    const measure = () => kneepoint('bench', 'serve', ...load, ...few)
    await measure()
    const kept = keptIn(folder)
    expect(kept.map(({ name }) => name)).toContain('part-benchmark.cjs')
    const { stderr } = await measure()
    expect(stderr).not.toContain('Warning')
    expect(keptIn(folder)).toEqual(kept)
  } finally {
    close()
  }
})

/** Runs a program that is installed in a folder of its own. */
function installedIn(folder: string) {
  const program = join(folder, 'program')
  installProgram(program)
  const folders = { XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, KNEEPOINT_DATA: folder }
  const env = { ...process.env, ...folders, NODE_OPTIONS: '' }
  const launcher = join(program, 'bin/kneepoint')
  return (...args: readonly string[]) =>
    execute(process.execPath, [launcher, ...args], { cwd: folder, env })
}

/** Files of the only program, with the times when they were written. */
function keptIn(folder: string) {
  const code = join(folder, 'kneepoint/code')
  const [program = ''] = readdirSync(code)
  const names = readdirSync(join(code, program)).sort()
  return names.map((name) => ({ name, writtenMs: statSync(join(code, program, name)).mtimeMs }))
}

async function serveTokens() {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/v1/models') {
      response.end('{"object":"list","data":[{"id":"m"}]}')
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('data: {"choices":[{"index":0,"text":"a"}]}\n\ndata: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

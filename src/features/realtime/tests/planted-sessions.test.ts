// The planted secrets where text of a server arrives over a WebSocket.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { speechFile } from '#node/datasets/fixtures/speech-file.ts'
import { runCli } from '../../../cli/run-cli.test-support.ts'
import {
  everythingIn,
  expectNone,
  planted,
  temporaryFolder,
} from '../../../../tests/security/planted.ts'

/** Ends each session another way, with all that it received in its words. */
async function carelessSessions() {
  const heard: string[] = []
  const http = createServer((request, response) => {
    heard.push(JSON.stringify(request.headers))
    response.writeHead(404).end(heard.at(-1))
  })
  const sockets = new WebSocketServer({ noServer: true })
  let sessions = 0
  http.on('upgrade', (request: IncomingMessage, socket, head) => {
    const { authorization = '' } = request.headers
    heard.push(authorization)
    const turn = sessions++ % endings.length
    if (turn === 0) {
      const reason = authorization.replaceAll(/[\r\n]/g, '')
      socket.end(
        `HTTP/1.1 401 ${reason}\r\nx-why: ${reason}\r\ncontent-length: ${reason.length}\r\n\r\n${reason}`,
      )
      return
    }
    sockets.handleUpgrade(request, socket, head, (session) =>
      endings[turn]?.(session, authorization),
    )
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    for (const each of sockets.clients) each.terminate()
    http.close()
  })
  return { heard, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

const send = (session: WebSocket, event: object) => session.send(JSON.stringify(event))

const endings: readonly ((session: WebSocket, secret: string) => void)[] = [
  () => undefined,
  (session, secret) => session.close(4401, secret.slice(0, 120)),
  (session, secret) => session.close(1008, Buffer.from(secret).toString('base64').slice(0, 120)),
  (session, secret) => send(session, { type: 'error', error: { message: secret, code: secret } }),
  (session, secret) => {
    send(session, { type: 'session.created', id: secret, model: secret })
    send(session, { type: 'transcription.delta', delta: secret.slice(0, 15) })
    send(session, { type: 'transcription.delta', delta: secret.slice(15) })
    send(session, { type: 'transcription.done', text: secret })
  },
  (session, secret) => session.send(secret),
]

test('sessions over a WebSocket: refusals, close reasons, events', async () => {
  const folder = temporaryFolder()
  const server = await carelessSessions()
  writeFileSync(path.join(folder, 'voice.wav'), speechFile(0.1))
  writeFileSync(path.join(folder, 'voices.jsonl'), JSON.stringify({ audio: 'voice.wav' }))
  const env = { KNEEPOINT_DATA: path.join(folder, 'data'), OPENAI_API_KEY: planted.key }
  const args =
    '--backend vllm-realtime --endpoint /v1/realtime --model m --dataset-name custom_audio --dataset-path voices.jsonl ' +
    '--num-prompts 12 --max-concurrency 1 --ready-check-timeout-sec 0 --skip-tokenizer-init --save-run --save-result ' +
    '--save-detailed'
  const measured = await runCli(['bench', 'serve', '--base-url', server.url, ...args.split(' ')], {
    cwd: folder,
    env,
  })
  expect(server.heard.filter((text) => text.includes(planted.key)).length).toBeGreaterThanOrEqual(
    12,
  )
  const files = everythingIn(folder)
  // Its words are kept, without the secret.
  expect(files).toContain('***')
  expectNone(measured.output + measured.notes + files)
})

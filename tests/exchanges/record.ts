// Sends a running server what the tests send, keeps every byte of both sides, and prints what was read:
//   node tests/exchanges/record.ts vllm http://127.0.0.1:8000 openai-chat openai-responses …
// Without names it records all that is listed for the server.
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { askedPlan, requestBytes } from './asked.ts'
import { recordedServers } from './recorded-exchanges.ts'
import { replayerOf } from './replay.ts'

const [server = '', baseUrl = '', ...names] = process.argv.slice(2)
const exchanges = recordedServers[server]?.exchanges
if (exchanges === undefined) {
  throw new Error(`"${server}" is not one of ${Object.keys(recordedServers).join(', ')}`)
}
const { hostname, port } = new URL(baseUrl)
const folder = join(import.meta.dirname, 'recorded', server)
mkdirSync(folder, { recursive: true })

for (const exchange of exchanges) {
  if (names.length > 0 && !names.includes(exchange.name)) continue
  const plan = askedPlan(exchange)
  const request = requestBytes(plan)
  const socket = connect(Number(port), hostname)
  socket.write(request)
  // No server pauses for as long as this within a response, except before its first byte.
  socket.setTimeout(60_000, () => socket.end())
  const reply = Buffer.concat((await socket.toArray()) as Buffer[])
  const file = join(folder, exchange.name)
  writeFileSync(`${file}.request`, request)
  writeFileSync(`${file}.reply`, reply)
  process.stdout.write(`${exchange.name} ${JSON.stringify(replayerOf(plan)([reply]), null, 2)}\n`)
}

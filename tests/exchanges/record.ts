// Asks a real vLLM what the tests ask, and keeps every byte of both sides:
//   node tests/exchanges/record.ts http://127.0.0.1:8000 openai-chat openai-responses …
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { askedPlan, recordedExchanges, requestBytes } from './asked.ts'

const [baseUrl = '', ...names] = process.argv.slice(2)
const { hostname, port } = new URL(baseUrl)

for (const exchange of recordedExchanges.filter(({ name }) => names.includes(name))) {
  const request = requestBytes(askedPlan(exchange))
  const socket = connect(Number(port), hostname)
  socket.write(request)
  // Nothing that a server says within an answer takes this long, its first one aside.
  socket.setTimeout(15_000, () => socket.end())
  const reply = Buffer.concat((await socket.toArray()) as Buffer[])
  const file = join(import.meta.dirname, 'recorded', exchange.name)
  writeFileSync(`${file}.request`, request)
  writeFileSync(`${file}.reply`, reply)
}

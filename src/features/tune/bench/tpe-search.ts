// Optuna's TPE on a virtual server, if a Python with Optuna is available: the same budget and measure as a random search.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SweepPlan, TunedFlag } from '#core/model/sweep.ts'
import { poolOf } from '#features/tune/core/pool.ts'
import { choiceKey } from '#features/tune/core/space.ts'
import { Race } from './race.ts'
import type { VirtualServer } from './virtual-server.ts'

const script = fileURLToPath(new URL('tpe.py', import.meta.url))

/** Returns the best setting. A setting that vLLM would reject is reported to the search as a failure, and costs no time. */
export async function tpeSearch(
  plan: SweepPlan,
  server: VirtualServer,
  { python, seed }: Readonly<{ python: string; seed: number }>,
): Promise<readonly number[]> {
  const { tune } = plan
  if (tune === null) throw new TypeError('The plan tunes nothing.')
  const known = new Set(poolOf(plan, tune).map(choiceKey))
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const say = (value: unknown) => child.stdin.write(`${JSON.stringify(value)}\n`)
  say({ seed, flags: tune.flags.map(asked) })
  const race = new Race(plan, server)
  let asks = 0
  for await (const line of createInterface(child.stdout)) {
    if (race.isOver || ++asks > mostAsks) break
    const choice = JSON.parse(line) as number[]
    say(known.has(choiceKey(choice)) ? race.run(choice) : null)
  }
  child.kill()
  return race.best
}

const mostAsks = 5000

function asked({ numbers, isScale }: TunedFlag) {
  const order = numbers.map((_, position) => position)
  const by = (position: number) => numbers[position] ?? 0
  return {
    count: numbers.length,
    order: isScale ? order.toSorted((one, other) => by(one) - by(other)) : null,
  }
}

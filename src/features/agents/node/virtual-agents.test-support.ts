// Agents on a simulated server in virtual time: several concurrent ones, with steps that repeat their context, and pauses for
// tools in between.
import type { ConversationTurn } from '#core/records/request-record.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { drawCount, drawCounts, drawLognormal } from '#core/random/lognormal.ts'
import type { Deployment } from '#node/simulator/presets/gpu-presets.ts'
import { createSeededRandom } from '#node/simulator/engine/seeded-random.ts'
import { VirtualEngine } from '#node/simulator/engine/virtual-engine.test-support.ts'
import { measuredFlight } from '#node/simulator/engine/virtual-run.test-support.ts'

/** Means, as in the random-agent dataset. */
export type VirtualAgent = Readonly<{
  steps: number
  systemLen: number
  taskLen: number
  toolResultLen: number
  outputLen: number
  toolMs: number
  variation: number
}>

export type AgentLoad = Readonly<{
  agents: number
  trajectories: number
  seed: number
}>

type Step = Readonly<{ ownTokens: number; outputTokens: number; toolMs: number }>

/** The requests in the order of the plan. */
export function virtualAgents(
  deployment: Deployment,
  agent: VirtualAgent,
  load: AgentLoad,
): MeasuredRequest[] {
  return new VirtualAgents(deployment, agent, load).requests()
}

function drawnSteps(
  count: number,
  { systemLen, taskLen, toolResultLen, outputLen, toolMs, variation }: VirtualAgent,
  random: NumpyRandomState,
): Step[] {
  const tokens = (mean: number) => drawCount({ mean, variation }, random)
  return Array.from({ length: count }, (_, number) => ({
    ownTokens: number === 0 ? systemLen + tokens(taskLen) : tokens(toolResultLen),
    outputTokens: tokens(outputLen),
    toolMs: number === 0 ? 0 : drawLognormal({ mean: toolMs, variation: 1 }, random),
  }))
}

type UnderWay = {
  readonly conversation: number
  readonly steps: readonly Step[]
  /** Prompt and response lengths of the last step. */
  context: readonly number[]
  startMs: number
  modelMs: number
}

class VirtualAgents {
  readonly #engine: VirtualEngine
  readonly #agent: VirtualAgent
  readonly #load: AgentLoad
  readonly #random: NumpyRandomState
  readonly #requests: (MeasuredRequest & Readonly<{ turn: ConversationTurn }>)[] = []
  /** Number of steps of each trajectory. */
  readonly #steps: readonly number[]
  #begun = 0
  #ended = 0

  constructor(deployment: Deployment, agent: VirtualAgent, load: AgentLoad) {
    const random = createSeededRandom(load.seed)
    this.#engine = new VirtualEngine(deployment, { random, sharing: true })
    this.#agent = agent
    this.#load = load
    this.#random = new NumpyRandomState(load.seed)
    const { steps: mean, variation } = agent
    this.#steps = drawCounts(load.trajectories, { mean, variation }, this.#random)
  }

  requests(): MeasuredRequest[] {
    for (let agent = 0; agent < this.#load.agents; agent++) this.#begin(0)
    while (this.#ended < this.#load.trajectories) this.#engine.turn()
    return this.#requests.toSorted(
      ({ turn: one }, { turn: other }) =>
        one.conversation - other.conversation || one.number - other.number,
    )
  }

  #begin(atMs: number): void {
    if (this.#begun >= this.#load.trajectories) return
    const conversation = this.#begun++
    const steps = drawnSteps(this.#steps[conversation] ?? 0, this.#agent, this.#random)
    this.#step({ conversation, steps, context: [], startMs: atMs, modelMs: 0 }, 0, atMs)
  }

  #step(underWay: UnderWay, number: number, atMs: number): void {
    const step = underWay.steps[number]
    if (step === undefined) return
    const prompt = [...underWay.context, ...this.#own(underWay, number)]
    this.#engine.send({
      atMs,
      requestOf: () => ({ prompt, outputTokens: step.outputTokens }),
      onEnd: (flight) => {
        const { nowMs } = this.#engine
        underWay.context = flight.sequence.tokens
        underWay.modelMs += nowMs - flight.sentMs
        const isLast = number === underWay.steps.length - 1
        const turn = this.#turn(underWay, { number, isLast })
        this.#requests.push({ ...measuredFlight(flight, nowMs), turn })
        const next = underWay.steps[number + 1]
        if (next !== undefined) return this.#step(underWay, number + 1, nowMs + next.toolMs)
        this.#ended++
        this.#begin(nowMs)
      },
    })
  }

  /** All trajectories share the system prompt; everything else belongs to one trajectory. */
  #own({ conversation, steps }: UnderWay, number: number): number[] {
    const { ownTokens = 0 } = steps[number] ?? {}
    const shared = number === 0 ? this.#agent.systemLen : 0
    return Array.from({ length: ownTokens }, (_, place) =>
      place < shared ? 1 + place : 1e6 + conversation * 1000 + number,
    )
  }

  #turn(
    { conversation, startMs, modelMs }: UnderWay,
    { number, isLast }: Readonly<{ number: number; isLast: boolean }>,
  ): ConversationTurn {
    const tookUs = Math.round((this.#engine.nowMs - startMs) * 1000)
    const whole = { tookUs, modelUs: Math.round(modelMs * 1000), thinkUs: 0 }
    const ending = isLast ? { whole, endedAfterUs: tookUs } : {}
    return {
      conversation,
      number,
      step: { depth: number, reusableTokens: null, ...ending },
    }
  }
}

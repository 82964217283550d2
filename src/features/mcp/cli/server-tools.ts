// Tools for servers and hosts: list them, attach a server, start and stop the simulator.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { attachedSpecSchema, type Server } from '#core/model/server.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { acts, agentTool, listed, reads, type ToolAnswer } from './agent-tool.ts'

export const listServers = agentTool({
  name: 'list_servers',
  title: 'List servers',
  description: 'Servers that load can be sent to, with their state, model and number of GPUs.',
  annotations: reads,
  input: z.object({}),
  async call(_input, { client }) {
    return answerOf(await client.servers.list())
  },
})

export const listHosts = agentTool({
  name: 'list_hosts',
  title: 'List hosts',
  description: 'Machines that vLLM can be launched on, as the user configured them.',
  annotations: reads,
  input: z.object({}),
  async call(_input, { client }) {
    const hosts = (await client.hosts.list()).map(({ id, name }) => ({ id, name }))
    return { text: listed(hosts.map(({ name }) => name)), data: { hosts } }
  },
})

export const attachServer = agentTool({
  name: 'attach_server',
  title: 'Attach a server',
  description:
    'Adds an OpenAI-compatible server that already runs. An API key is never passed here: name the environment variable ' +
    'of this program that holds it, KNEEPOINT_KEY_ and a name of the user.',
  annotations: acts,
  input: z.object({
    baseUrl: z.url({ protocol: /^https?$/ }),
    apiKeyVariable: z
      .string()
      .regex(/^[A-Za-z_]\w*$/)
      .optional(),
    ...attachedSpecSchema.pick({ gpuCount: true, gpuMetricsUrl: true, gpuMetricsGpus: true }).shape,
  }),
  async call({ apiKeyVariable, ...spec }, { client }) {
    const server = await client.servers.attach({
      name: null,
      spec: { kind: 'attached', ...spec },
      apiKey: apiKeyVariable === undefined ? null : secretIn(apiKeyVariable),
    })
    return answerOf([server])
  },
})

export const startSimulator = agentTool({
  name: 'start_simulator',
  title: 'Start the simulator',
  description:
    'Starts a simulated vLLM server on this machine and waits until it is ready. It needs no GPU; its figures are marked ' +
    'as simulated everywhere. Without a preset: "quick", which starts at once.',
  annotations: acts,
  input: z.object({ preset: z.string().default('quick') }),
  async call({ preset }, { client, signal }) {
    const presets = (await client.servers.presets()).map(({ id }) => id)
    if (!presets.includes(preset)) {
      throw new AppError('invalid-input', message('cli.mcp.noPreset', { name: preset }), {
        remedy: message('cli.thereAre', { names: presets.join(', ') }),
      })
    }
    const { id } = await client.servers.startSimulator({
      name: null,
      spec: { kind: 'simulator', preset, startupS: 1 },
    })
    return answerOf([await untilReady(id, client, signal)])
  },
})

export const stopServer = agentTool({
  name: 'stop_server',
  title: 'Stop a server',
  description:
    'Stops a simulator or a server that was launched from here. An attached one is left as it is.',
  annotations: { ...acts, destructiveHint: true },
  input: z.object({ serverId: z.string() }),
  async call({ serverId }, { client }) {
    return answerOf([await client.servers.stop({ id: serverId })])
  },
})

async function untilReady(id: string, client: Client, signal: AbortSignal): Promise<Server> {
  for (;;) {
    const server = (await client.servers.list()).find((candidate) => candidate.id === id)
    if (server === undefined || server.state.state === 'ready') return required(server)
    const { state } = server
    if (state.state === 'failed') {
      throw new AppError('internal', state.message, { remedy: state.remedy ?? '' })
    }
    await sleep(200, undefined, { signal })
  }
}

function required(server: Server | undefined): Server {
  if (server === undefined) throw new AppError('not-found', message('cli.mcp.serverGone'))
  return server
}

/** Variables that an agent may use. Otherwise, an agent that follows injected text could send any variable to any address. */
const keyVariable = /^KNEEPOINT_KEY_/

function secretIn(variable: string): string {
  if (!keyVariable.test(variable)) {
    throw appError('invalid-input', 'cli.mcp.otherVariable', { name: variable })
  }
  const value = process.env[variable]
  if (value === undefined || value === '') {
    throw appError('invalid-input', 'cli.mcp.noVariable', { name: variable })
  }
  return value
}

function answerOf(servers: readonly Server[]): ToolAnswer {
  const rows = servers.map(serverRow)
  return {
    text: listed(rows.map(({ id, name, state, model }) => `${name} (${id}): ${state}, ${model}`)),
    data: { servers: rows },
  }
}

function serverRow({ id, name, spec, state }: Server) {
  const facts = state.state === 'ready' ? state.facts : null
  return {
    ...{ id, name, kind: spec.kind, state: state.state },
    address: state.state === 'ready' ? new URL(state.baseUrl).origin : null,
    problem: state.state === 'failed' ? inEnglish(state.message) : null,
    model: facts?.model ?? '–',
    version: facts?.version ?? null,
    gpuCount: facts?.gpuCount ?? null,
    simulated: facts?.simulated ?? spec.kind === 'simulator',
  }
}

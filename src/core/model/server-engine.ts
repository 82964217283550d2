// Program that serves a model, as far as its endpoints show.

export const serverEngines = ['vllm', 'sglang', 'llama.cpp', 'tgi', 'simulator'] as const

export type ServerEngine = (typeof serverEngines)[number]

type EngineTrait = Readonly<{
  label: string
  /** Owner in its list of models; null if that is the owner of the model. */
  owner: string | null
  /** Pattern of its names in /metrics. */
  metrics: RegExp | null
  /** Endpoint and key of its version. */
  version: Readonly<{ path: string; key: string }>
}>

export const engineTraits: Readonly<Record<ServerEngine, EngineTrait>> = {
  simulator: {
    label: 'Kneepoint simulator',
    owner: 'kneepoint-simulator',
    metrics: null,
    version: { path: '/version', key: 'version' },
  },
  vllm: {
    label: 'vLLM',
    owner: 'vllm',
    metrics: /^(?:ray_)?vllm[:_]/m,
    version: { path: '/version', key: 'version' },
  },
  sglang: {
    label: 'SGLang',
    owner: 'sglang',
    metrics: /^sglang:/m,
    version: { path: '/get_server_info', key: 'version' },
  },
  'llama.cpp': {
    label: 'llama.cpp',
    owner: 'llamacpp',
    metrics: /^llamacpp:/m,
    version: { path: '/props', key: 'build_info' },
  },
  tgi: {
    label: 'Text Generation Inference',
    owner: null,
    metrics: /^tgi_/m,
    version: { path: '/info', key: 'version' },
  },
}

/** Checks the owner first, because the simulator serves metrics under vLLM's names. */
export function recognisedEngine(
  owner: string | null,
  metricsText: string | null,
): ServerEngine | null {
  const byOwner = serverEngines.find((engine) => engineTraits[engine].owner === owner)
  if (owner !== null && byOwner !== undefined) return byOwner
  const byMetrics = serverEngines.find((engine) =>
    engineTraits[engine].metrics?.test(metricsText ?? ''),
  )
  return byMetrics ?? null
}

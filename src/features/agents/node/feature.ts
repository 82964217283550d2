import type { Samplers } from '#node/datasets/samplers/sampler.ts'

export const agentSamplers = {
  'random-agent': async () => (await import('./sample-agents.ts')).sampleRandomAgent,
  agent_trace: async () => (await import('./sample-agent-trace.ts')).sampleAgentTrace,
} satisfies Samplers

// Texts of trajectories in the window; window-zh.ts has the Chinese ones.

export const trajectories = {
  failed: 'Trajectories failed',
  turnsEach: 'Completed steps, on average',
  toolTime: 'Mean time with tools',
  inputTokens: 'Mean input tokens per trajectory',
  outputTokens: 'Mean output tokens per trajectory',
  cachedTokens: 'Cached prompt tokens',
  reusableTokens: 'Prompt tokens a cache could hold',
  branches: 'Branches of trajectories that ended',
  branchesCancelled: 'Branches cancelled',
  branchShare: 'Share of branches cancelled',
  branchRequests: 'Requests cancelled with a branch',
  wastedInput: 'Prompt tokens of cancelled branches',
  wastedOutput: 'Output tokens of cancelled branches',
} as const

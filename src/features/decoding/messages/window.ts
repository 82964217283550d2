// Texts of how a server decoded in the window; window-zh.ts has the Chinese ones.

export const decoding = {
  specDecode: {
    title: 'Speculative decoding',
    acceptanceRate: 'Drafted tokens accepted',
    acceptanceLength: 'Acceptance length',
    drafts: 'Drafts',
    draftTokens: 'Drafted tokens',
    acceptedTokens: 'Accepted tokens',
    positionRates: 'Accepted, {position} ahead',
  },
  diffusion: {
    title: 'Diffusion decoding',
    committedThroughput: 'Committed tokens/s',
    stepsPerCanvas: 'Denoising steps per canvas',
    committedPerStep: 'Committed per step',
    committedTokens: 'Committed tokens',
    denoisingSteps: 'Denoising steps',
    canvasPositions: 'Canvas positions',
  },
} as const

// Messages of energy per token.
export const energyMessages = {
  'scalar.energyPerToken': 'Energy per token',
  'scalar.energyPerOutputToken': 'Energy per output token',
  'scalar.energyPerGoodToken': 'Energy per good token',
  'figure.energyPerToken': 'energy per token',
  'figure.energyPerOutputToken': 'energy per output token',
  'figure.energyPerGoodToken': 'energy per good token',
} as const

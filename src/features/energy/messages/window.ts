// Texts of energy in the window; window-zh.ts has the Chinese ones.

export const energy = {
  run: 'Energy, kJ',
  outputToken: 'Energy per output token, J',
  steady: '{figure}, steady state, J',
  whole: '{figure}, whole run, J',
  total: 'Energy per token, prompts too',
  output: 'Energy per output token',
  good: 'Energy per good token',
  perMillion: 'Energy per 1M output tokens',
  kilowattHours: 'In kWh',
  perMillionGood: 'Energy per 1M good tokens',
  unknown: 'No power was recorded.',
} as const

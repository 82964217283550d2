// Texts of a tuning in the window; window-zh.ts has the Chinese ones.

export const tune = {
  flags: 'Flags that may vary',
  budget: 'Budget',
  value: {
    noFlags: 'some flags',
    flags: '{count|# flag|# flags}',
    noBudget: 'a budget',
    budgetGpu: '{minutes} GPU-minutes',
    budgetRuns: '{runs} runs',
    budgetMinutes: '{minutes} minutes',
  },
  objectiveName: 'Objective',
  objective: {
    capacity: 'Capacity',
    'tokens-per-gpu': 'Output tokens per second and GPU',
    cost: 'Cost per million tokens',
    energy: 'Energy per token',
  },
  'gpu-minutes': 'GPU time',
  runs: 'Runs',
  'wall-clock': 'Wall-clock time',
  answers: 'Equal answers',
  suspects: 'Vary the usual flags',
  unlimited: 'no limit',
  reported: 'only reported',
  about: {
    objective: 'What is maximised, at the highest load within the limits.',
    'gpu-minutes': 'Budget, including the confirmation. Empty for no limit.',
    runs: 'Budget. Empty for no limit.',
    'wall-clock': 'Budget. Empty for no limit.',
    answers:
      'Share of greedy tokens that must equal those of the defaults before the first difference. Empty only reports it.',
  },
} as const

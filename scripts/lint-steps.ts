// Lint in two parts: Oxlint reads everything, ESLint what only it can read in components.

type LintStep = Readonly<{ name: string; tool: 'eslint' | 'oxlint'; args: readonly string[] }>

export const lintSteps: readonly LintStep[] = [
  { name: 'lint', tool: 'oxlint', args: ['--format', 'unix'] },
  {
    name: 'lint of components',
    tool: 'eslint',
    args: ['--config', 'scripts/lint/vue.config.ts', '--max-warnings', '0', 'src/**/*.vue'],
  },
]

// ESLint in parts: its types of the whole tree at once exceed the memory that Node takes.

type LintStep = Readonly<{ name: string; tool: 'eslint'; args: readonly string[] }>

const parts: Readonly<Record<string, readonly string[]>> = {
  core: ['src/core'],
  node: ['src/contract', 'src/node', 'src/utility', 'src/main', 'src/web', 'src/preload'],
  renderer: ['src/renderer', 'src/page'],
  features: ['src/cli', 'src/features'],
}

const strict = ['--max-warnings', '0']

/** The last one covers what the others leave. */
export const lintSteps: readonly LintStep[] = [
  ...Object.entries(parts).map(([name, folders]) => ({
    name: `lint of ${name}`,
    tool: 'eslint' as const,
    args: [...strict, ...folders],
  })),
  {
    name: 'lint of the rest',
    tool: 'eslint',
    args: [
      ...[...strict, '.'],
      ...Object.values(parts)
        .flat()
        .flatMap((folder) => ['--ignore-pattern', `${folder}/**`]),
    ],
  },
]

// The executable half of docs/architecture.md: who may import what, each refusal naming the right door. Oxlint reads every
// file with its types; what it cannot read in components, ESLint does (scripts/lint/vue.config.ts).
import { defineConfig, type OxlintOverride } from 'oxlint'
import type { Door } from './scripts/lint/doors.ts'

const electronDoor: Door = {
  regex: '^electron(/.*)?$',
  message:
    'Only src/main and src/preload know Electron. Take a port or a value as a parameter instead.',
}
const nodeDoor: Door = {
  regex: '^(node:|#node/)',
  message: 'This folder has no Node. Ask through the contract (src/contract) instead.',
}
const storageDoor: Door = {
  regex: '^better-sqlite3$',
  message: 'SQL lives in src/node/storage. Call a function of that folder.',
}
const undiciDoor: Door = {
  regex: '^undici(/.*)?$',
  message:
    'HTTP that is not measured goes through src/node/http: HttpClient asks a server, webFetch anything else.',
}
const tokenizersDoor: Door = {
  regex: '^tokenizers$',
  message: 'Tokenizers are loaded in src/node/tokenizer. Take a Tokenizer as a parameter.',
}
const sshDoor: Door = {
  regex: '^(node-ssh|ssh2|ssh-config)$',
  message: 'SSH lives in src/node/remote. Take a Host as a parameter.',
}
const echartsDoor: Door = {
  regex: '^echarts(/.*)?$',
  message:
    'Options are made in src/core/plots and drawn in src/renderer/components/charts. Use a chart component.',
}
const pureDoor: Door = {
  regex: '^(?!zod$|vitest$|fast-check$|\\.{1,2}/|#core/|#features/)',
  message: 'src/core is pure: it imports only zod and itself. Take what you need as a parameter.',
}
const plotDoor: Door = {
  regex: '^(?!echarts/|vitest$|fast-check$|\\.{1,2}/|#core/)',
  message:
    'src/core/plots is pure: it imports ECharts and src/core. Take what you need as a parameter.',
}
const drawnDoor: Door = {
  regex: '^echarts(/.*)?$',
  message:
    'Only src/core/plots/svg-parts.ts runs ECharts in core. Options need its types alone: import type.',
}
const contractDoor: Door = {
  regex: '^(?!zod$|vitest$|@orpc/contract$|\\.{1,2}/|#core/|#contract/|#features/)',
  message:
    'src/contract says what crosses a border, nothing else: it imports zod, @orpc/contract and src/core.',
}
const parentDoor: Door = {
  regex: '^\\.\\./.*(core|contract|node|utility|main|web|cli|preload|renderer)/',
  message: 'Reach other folders by their names: #core/…, #contract/…, #node/….',
}

const storeDoor: Door = {
  regex: '/(components|views)/',
  message: 'Stores do not know components. What a form holds lives in src/renderer/drafts.',
}
const draftDoor: Door = {
  regex: '/(components|views|stores|api|i18n)/',
  message:
    'A draft is text and what it reads as. Take values as parameters; say them in a component.',
}
const propsDoor: Door = {
  regex: '/(views/|stores/(?!settings)|api/client)',
  message:
    'Components of this folder take props and emit. Read stores and ask the application above.',
}

/** Components that anything can show: they know no store and no call. */
const plainComponents = [
  ...['kit', 'charts', 'form', 'composer', 'judgement', 'bench'],
  ...['run/table', 'run/sections', 'sweep/cells', 'sweep/plots', 'sweep/sizing'],
].map((folder) => `src/renderer/components/${folder}/**/*.{ts,vue}`)

function doors(
  files: string[],
  patterns: readonly Door[],
  excludeFiles: string[] = [],
): OxlintOverride {
  return {
    files,
    excludeFiles,
    rules: { 'kneepoint/doors': ['error', [parentDoor, ...patterns]] },
  }
}

const untested = ['**/*.test.ts', '**/*.test-support.ts', '**/fixtures/**']

export default defineConfig({
  ignorePatterns: [
    // A package of its own: its site's settings import what is installed there.
    'docs',
    ...['out', 'dist', 'release', '.cache', 'node_modules', 'test-results', 'playwright-report'],
    // Plain JavaScript that Node 18 understands.
    'bin',
  ],
  options: { typeAware: true, maxWarnings: 0 },
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lint/plugin.ts'],
  categories: { correctness: 'error' },
  rules: {
    // True of them, and meant.
    'no-control-regex': 'off',
    'no-empty-pattern': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    eqeqeq: 'error',
    'no-console': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/require-await': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
  },
  overrides: [
    doors(['src/core/**/*.ts', 'src/features/*/{core,messages}/**/*.ts'], [pureDoor]),
    doors(['src/core/plots/**/*.ts'], [plotDoor]),
    {
      files: ['src/core/**/*.ts'],
      excludeFiles: untested,
      rules: { 'kneepoint/floors': 'error' },
    },
    doors(
      ['src/core/plots/*.ts'],
      [plotDoor, { ...drawnDoor, allowTypeImports: true }],
      ['src/core/plots/svg-parts.ts'],
    ),
    doors(['src/contract/**/*.ts', 'src/features/*/contract/**/*.ts'], [contractDoor]),
    doors(
      ['src/node/**/*.ts'],
      [electronDoor, storageDoor, undiciDoor, tokenizersDoor, sshDoor],
      ['storage', 'http', 'load/transports', 'tokenizer', 'remote'].map(
        (folder) => `src/node/${folder}/**`,
      ),
    ),
    doors(['src/node/storage/**/*.ts'], [electronDoor, undiciDoor, tokenizersDoor, sshDoor]),
    doors(['src/node/remote/**/*.ts'], [electronDoor, storageDoor, undiciDoor, tokenizersDoor]),
    doors(
      ['src/node/{http,load/transports}/**/*.ts'],
      [electronDoor, storageDoor, tokenizersDoor, sshDoor],
    ),
    doors(['src/node/tokenizer/**/*.ts'], [electronDoor, storageDoor, undiciDoor, sshDoor]),
    doors(
      ['src/{utility,web,cli}/**/*.ts', 'src/features/*/{node,cli}/**/*.ts'],
      [electronDoor, storageDoor, undiciDoor, tokenizersDoor, sshDoor],
    ),
    doors(['src/main/**/*.ts'], [storageDoor, undiciDoor, tokenizersDoor, sshDoor]),
    {
      files: ['src/{node,utility,web,cli,main}/**/*.ts', 'src/features/*/{node,cli}/**/*.ts'],
      excludeFiles: untested,
      rules: { 'no-restricted-globals': ['error', { name: 'fetch', message: undiciDoor.message }] },
    },
    {
      files: ['{src,tests,e2e,scripts,bench}/**/*.{ts,vue}'],
      rules: { 'kneepoint/features': 'error' },
    },
    {
      files: ['src/node/**/*.ts'],
      excludeFiles: untested,
      rules: { 'kneepoint/zones': 'error' },
    },
    {
      files: ['src/**/features.ts'],
      rules: { 'kneepoint/registry-order': 'error' },
    },
    doors(['src/preload/**/*.ts'], [nodeDoor]),
    doors(
      ['src/renderer/**/*.{ts,vue}', 'src/features/*/renderer/**/*.{ts,vue}'],
      [electronDoor, nodeDoor, echartsDoor],
      ['src/renderer/components/charts/**'],
    ),
    doors(['src/renderer/stores/**/*.ts'], [electronDoor, nodeDoor, echartsDoor, storeDoor]),
    doors(['src/renderer/drafts/**/*.ts'], [electronDoor, nodeDoor, echartsDoor, draftDoor]),
    doors(plainComponents, [electronDoor, nodeDoor, echartsDoor, propsDoor]),
    doors(['src/page/**/*.ts'], [electronDoor, nodeDoor, echartsDoor]),
    doors(['src/renderer/components/charts/**/*.{ts,vue}'], [electronDoor, nodeDoor, propsDoor]),
    {
      files: ['{src/cli,src/features/*/{cli,bench,e2e},scripts,bench,e2e,tests/soak}/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
})

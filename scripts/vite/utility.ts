// Bundles the processes and threads that the command line starts into out/utility. Native packages stay packages, and so
// does ssh2, which looks for files beside its own.
import { defineConfig } from 'vite'
import { leanUndici } from '../lean-undici.ts'
import { bundledPackages } from '../shipped/bundled-packages.ts'

const names = ['load-generator', 'load-thread', 'run-keeper', 'simulator', 'job', 'truthful-server']

export default defineConfig({
  plugins: [bundledPackages(), leanUndici()],
  ssr: { noExternal: true, external: ['better-sqlite3', 'ssh2', 'tokenizers'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'out/utility',
    rolldownOptions: {
      input: Object.fromEntries(names.map((name) => [name, `src/utility/${name}.ts`])),
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
    },
  },
})

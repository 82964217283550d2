// Bundles the command line and the processes and threads it starts into out/cli. Native packages stay packages, and so
// does ssh2, which looks for files beside its own.
import { defineConfig } from 'vite'

export default defineConfig({
  ssr: { noExternal: true, external: ['better-sqlite3', 'ssh2', 'tokenizers'] },
  build: {
    ssr: true,
    target: 'node22',
    outDir: 'out/cli',
    rolldownOptions: {
      input: {
        main: 'src/cli/main.ts',
        'load-generator': 'src/utility/load-generator.ts',
        'load-thread': 'src/utility/load-thread.ts',
        'run-keeper': 'src/utility/run-keeper.ts',
        simulator: 'src/utility/simulator.ts',
        chore: 'src/utility/chore.ts',
        'truthful-server': 'src/utility/truthful-server.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
    },
  },
})

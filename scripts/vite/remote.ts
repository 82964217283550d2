// Bundles what is put on hosts into out/remote, as one whole file for whatever Node is there.
import { defineConfig } from 'vite'
import { leanUndici } from '../lean-undici.ts'
import { bundledPackages } from '../shipped/bundled-packages.ts'

export default defineConfig({
  plugins: [bundledPackages(), leanUndici()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'out/remote',
    minify: true,
    rolldownOptions: {
      input: { 'load-generator': 'src/utility/remote-load-generator.ts' },
      output: { format: 'es', entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
})
